import type { MentionReader } from '../../mentions/expandMentions';
import type { MentionSource } from '../../../agent/ports/mentionSource';
import type { Expand } from './customCommands';
import { expandTemplate, type ShellReader } from './expandTemplate';
import type { ShellKind } from './quoteArgs';

export interface ExpandOptions {
  /** Much to load, and needed only when a command of a file is used. */
  readonly load: () => Promise<{
    readonly createMentionReader: MentionReader;
    readonly createPromptShell: ShellReader;
  }>;
  readonly shell: ShellKind;
  /** Asked with each command that is carried out. */
  readonly sources: () => readonly MentionSource[];
}

/** How a host carries out what command files describe. */
export function expandWith({ load, shell, sources }: ExpandOptions): Expand {
  return async (command, args, tools) => {
    const { createMentionReader: reader, createPromptShell: shellReader } = await load();
    return expandTemplate({ command, args }, { tools, reader, shellReader, shell, sources: sources() });
  };
}
