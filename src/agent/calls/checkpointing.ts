import { originOf, type AroundChanges, type Checkpoints } from '../ports/checkpoints';
import type { FileLocks } from '../ports/fileLocks';
import type { FileWriter } from '../ports/fileWriter';
import type { Processes } from '../ports/processes';
import type { Terminal } from '../ports/terminal';
import type { ChatState } from '../../shared/chatState';
import { lockedWriter } from './lockedWriter';

export interface ChangingPorts {
  readonly files: FileWriter;
  readonly terminal: Terminal;
  readonly processes: Processes;
}

/**
 * The same ports, but what they change is recorded first as part of the prompt that `state` says, while `isEnabled`. Of
 * a file that is edited nobody else's edit comes between the record, the look at it and the writing.
 */
export function withCheckpoints(
  { files, terminal, processes, locks }: ChangingPorts & { readonly locks: FileLocks },
  checkpoints: Checkpoints,
  state: () => ChatState,
  isEnabled: () => boolean = () => true,
): ChangingPorts & { readonly around: AroundChanges } {
  const record: Checkpoints['record'] = (origin, changed, run, signal) =>
    isEnabled() ? checkpoints.record(origin, changed, run, signal) : run();
  const recorded: FileWriter = {
    write: edit => record(originOf(state(), edit.path), [edit.file], () => files.write(edit)),
    writeAll: change =>
      record(
        originOf(state(), change.edits.map(({ path }) => path).join(', ')),
        change.edits.map(({ file }) => file),
        () => files.writeAll(change),
      ),
  };
  return {
    around: (label, run, signal) => record(originOf(state(), label), null, run, signal),
    files: lockedWriter(recorded, locks),
    terminal: {
      run: (command, onOutput, signal, onInput) => {
        const run = () => terminal.run(command, onOutput, signal, onInput);
        // Looking costs nothing: in a large workspace to record it would take longer than the command.
        if (command.onlyLooks) return run();
        return record(originOf(state(), command.command), null, run, signal);
      },
    },
    processes: {
      ...processes,
      // What it changes later counts as changed by somebody else: nobody can tell whose doing it is.
      start: command => record(originOf(state(), command.command), null, () => processes.start(command)),
    },
  };
}
