import type { ReadTool } from '../agent/tool';
import { readMany, type ReadMany, type ReadManyArgs, type ReadManyOptions } from './readMany';
import { readManyFiles } from './readManyFiles';

/**
 * `read_many_files` for what a prompt mentions: the same tool to policy and hooks, but with `liftsIgnores` what is named by
 * its own path is read although an ignore file excludes it. `take` gets what was read, file by file.
 */
export function createMentionReader(
  options: ReadManyOptions & { readonly liftsIgnores: boolean },
  take: (read: ReadMany) => void,
): ReadTool<ReadManyArgs> {
  return {
    ...readManyFiles,
    async run(args, context) {
      const read = await readMany(args, context, options);
      take(read);
      return { content: [...read.files.map(({ absolute }) => `Read ${absolute}`), ...read.skipped].join('\n') };
    },
  };
}
