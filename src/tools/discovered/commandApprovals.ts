import type { PendingCommand, ToolCommand } from '../../agent/ports/toolCommands';
import type { KeptValues } from '../../agent/ports/storedValues';
import { stableJson } from '../../policy/stableJson';

export interface CommandApprovalOptions {
  /** Stores approvals across restarts. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
  /** Digests of the project files that a command may run, by their paths in the project. Never rejects. */
  readonly filesOf: (command: string, folder: string) => Promise<Readonly<Record<string, string>>>;
}

const keptName = (key: string) => `approved ${key}`;

/** Knows which project commands the user has approved. Commands in the user's own settings need no approval. */
export class CommandApprovals {
  constructor(private readonly options: CommandApprovalOptions) {}

  /** Null: the command may run. */
  async pending(command: ToolCommand): Promise<PendingCommand | null> {
    if (!command.isProjects) return null;
    const { kept, digest, filesOf } = this.options;
    const { setting, command: line, cwd } = command;
    const files = await filesOf(line, cwd);
    const key = digest(stableJson({ setting, command: line, folder: cwd, files }));
    if (kept.get(keptName(key)) === line) return null;
    // The command is stored for people who read the file.
    return { ...command, key, files: Object.keys(files), approve: () => kept.set(keptName(key), line) };
  }
}
