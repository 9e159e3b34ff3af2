import type { ReadTool } from '../agent/tool';
import { readMany, type ReadMany, type ReadManyArgs, type ReadManyOptions } from './readMany';
import { readManyFiles } from './readManyFiles';

/** `file_path`: present where one file is mentioned, as `read_file` has it. */
type MentionArgs = ReadManyArgs & { readonly file_path?: string };

/**
 * `read_many_files` for what a prompt mentions: the same tool to policy and hooks, but with `liftsIgnores` what is named by
 * its own path is read although an ignore file excludes it. What rules say of reading one file with `read_file` holds for one
 * that is mentioned, too. `take` gets what was read, file by file.
 */
export function createMentionReader(
  options: ReadManyOptions & { readonly liftsIgnores: boolean },
  take: (read: ReadMany) => void,
): ReadTool<MentionArgs> {
  const { parameters } = readManyFiles;
  return {
    ...readManyFiles,
    parameters: { ...parameters, properties: { ...(parameters.properties as object), file_path: { type: 'string' } } },
    rulesFor: ({ file_path }) => (file_path === undefined ? [] : ['read_file']),
    async run(args, context) {
      const read = await readMany(args, context, options);
      take(read);
      return { content: [...read.files.map(({ absolute }) => `Read ${absolute}`), ...read.skipped].join('\n') };
    },
  };
}
