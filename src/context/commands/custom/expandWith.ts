import type { MentionReader } from '../../mentions/expandMentions';
import type { MentionSource } from '../../../agent/ports/mentionSource';
import type { Expand } from './customCommands';
import { expandTemplate, type ShellReader } from './expandTemplate';
import type { ShellKind } from './quoteArgs';

export interface ExpandOptions {
  /** A large module, needed only when a command from a file is used. */
  readonly load: () => Promise<{
    readonly createMentionReader: MentionReader;
    readonly createPromptShell: ShellReader;
  }>;
  readonly shell: ShellKind;
  /** Called for each command. */
  readonly sources: () => readonly MentionSource[];
}

/** Creates the function with which a host expands command files. */
export function expandWith({ load, shell, sources }: ExpandOptions): Expand {
  return async (command, args, tools) => {
    const { createMentionReader: reader, createPromptShell: shellReader } = await load();
    return expandTemplate({ command, args }, { tools, reader, shellReader, shell, sources: sources() });
  };
}
