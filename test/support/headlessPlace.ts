import { startGeminiServer, type GeminiServer } from './geminiServer';
import type { CommandPlace } from './polluxCommand';
import { Scratch } from './scratch';

type Env = Readonly<Record<string, string>>;

/**
 * Where the tests of a `describe` run `pollux`, created again for each test: a home folder, the folder `home/work` with a
 * note in it, and a service that accepts the key `good`.
 */
export class HeadlessPlace {
  server!: GeminiServer;
  scratch!: Scratch;

  static use(): HeadlessPlace {
    const place = new HeadlessPlace();
    beforeEach(async () => {
      place.server = await startGeminiServer({ apiKey: 'good' });
      place.scratch = await Scratch.make();
      await place.scratch.put('home/work/note.txt', 'one\n');
    });
    afterEach(async () => {
      await place.server.close();
      await place.scratch.close();
    });
    return place;
  }

  /** The working folder and the environment; `env` replaces the key. */
  with(env: Env = { GEMINI_API_KEY: 'good' }): CommandPlace {
    return {
      cwd: this.folder,
      env: {
        GEMINI_CLI_HOME: this.home,
        GEMINI_CLI_SYSTEM_SETTINGS_PATH: this.scratch.absolute('system/settings.json'),
        GOOGLE_GEMINI_BASE_URL: this.server.url,
        ...env,
      },
    };
  }

  get home(): string {
    return this.scratch.absolute('home');
  }

  /** The working folder, which isn't trusted. */
  get folder(): string {
    return this.scratch.absolute('home/work');
  }

  /** Writes the user's settings. */
  user = (value: unknown): Promise<void> => this.scratch.put('home/.gemini/settings.json', JSON.stringify(value));

  /** Writes the settings of the folder. */
  workspace = (value: unknown): Promise<void> =>
    this.scratch.put('home/work/.gemini/settings.json', JSON.stringify(value));

  note = async (): Promise<string> => String(await this.scratch.bytes('home/work/note.txt'));
}
