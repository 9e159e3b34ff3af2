import type { ReadTool } from '../agent/tool';
import { readMany, type ReadMany, type ReadManyArgs, type ReadManyOptions } from './readMany';
import { readManyFiles } from './readManyFiles';

/** `file_path`: present if a single file is mentioned, as in `read_file`. */
type MentionArgs = ReadManyArgs & { readonly file_path?: string };

/**
 * `read_many_files` for the mentions in a prompt: the same tool for policy and hooks, but with `liftsIgnores` it
 * reads a file named by its exact path even if an ignore file excludes it. Rules for `read_file` also apply if a
 * single file is mentioned. `take` receives the files that were read.
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
      const lines = [
        ...read.files.map(({ absolute }) => `Read ${absolute}`),
        ...read.skipped.map(({ absolute, error }) => `- ${absolute}: ${error.message}`),
      ];
      return { content: lines.join('\n') };
    },
  };
}
