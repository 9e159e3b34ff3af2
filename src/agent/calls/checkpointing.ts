import { originOf, type Checkpoints } from '../ports/checkpoints';
import type { FileWriter } from '../ports/fileWriter';
import type { Processes } from '../ports/processes';
import type { Terminal } from '../ports/terminal';
import type { ChatState } from '../../shared/chatState';

export interface ChangingPorts {
  readonly files: FileWriter;
  readonly terminal: Terminal;
  readonly processes: Processes;
}

/** The same ports, but what they change is recorded first as part of the prompt that `state` says, while `isEnabled`. */
export function withCheckpoints(
  { files, terminal, processes }: ChangingPorts,
  checkpoints: Checkpoints,
  state: () => ChatState,
  isEnabled: () => boolean = () => true,
): ChangingPorts {
  const record: Checkpoints['record'] = (origin, changed, run, signal) =>
    isEnabled() ? checkpoints.record(origin, changed, run, signal) : run();
  return {
    files: {
      write: edit => record(originOf(state(), edit.path), [edit.file], () => files.write(edit)),
      writeAll(change) {
        const label = change.edits.map(({ path }) => path).join(', ');
        const changed = change.edits.map(({ file }) => file);
        return record(originOf(state(), label), changed, () => files.writeAll(change));
      },
    },
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
