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
 * Wraps the ports so that the files' states are recorded before they change, as part of the prompt in `state`, while
 * `isEnabled`. For a file that is edited, no other edit can come between recording, checking and writing it.
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
        // A read-only command changes nothing; in a large workspace, recording would take longer than the command.
        if (command.onlyLooks) return run();
        return record(originOf(state(), command.command), null, run, signal);
      },
    },
    processes: {
      ...processes,
      // Its later changes count as someone else's, because they can't be attributed.
      start: command => record(originOf(state(), command.command), null, () => processes.start(command)),
    },
  };
}
