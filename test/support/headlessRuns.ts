import { call } from './gemini/replies';
import { HeadlessPlace } from './headlessPlace';
import { runCommand, startCommand, type CommandPlace } from './polluxCommand';

interface RunOptions {
  readonly input?: string | null;
  readonly through?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isOwnProcess?: boolean;
}

/** Runs of `pollux` for the tests of a `describe`, in a new `HeadlessPlace` for each test, whose note has three lines. */
export class HeadlessRuns {
  static use(): HeadlessRuns {
    const runs = new HeadlessRuns(HeadlessPlace.use());
    beforeEach(() => runs.place.scratch.put('home/work/note.txt', 'one\ntwo\nthree\n'));
    return runs;
  }

  private constructor(readonly place: HeadlessPlace) {}

  start = (args: readonly string[], options?: RunOptions) => startCommand(args, this.placeOf(options));

  run = (args: readonly string[], options?: RunOptions) => runCommand(args, this.placeOf(options));

  private placeOf = ({ env, ...more }: RunOptions = {}): CommandPlace => ({
    ...this.place.with({ GEMINI_API_KEY: 'good', ...env }),
    ...more,
  });

  note = () => this.place.note();

  /** The text that the request with this index ends with: the prompt, without the context before it. */
  promptOf = (index: number) => this.place.server.requests[index]?.contents.at(-1)?.parts?.at(-1)?.text;
}

/** The reply that changes the second line of the note. */
export const NOTE_EDIT = call('replace', { file_path: 'note.txt', old_string: 'two', new_string: '2' }, { id: 'c1' });

/** The events of `stream-json`. */
export function eventsIn(out: string): Record<string, unknown>[] {
  return out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>);
}
