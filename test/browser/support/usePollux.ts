import { openPollux, type PolluxOptions, type PolluxWindow } from './openPollux';

type Source = PolluxOptions | (() => PolluxOptions | Promise<PolluxOptions>);
const optionsOf = async (source: Source) => (typeof source === 'function' ? source() : source);

/** Where the window of a `describe` comes from, and where it goes. */
export interface Windows {
  open: (options: PolluxOptions) => Promise<PolluxWindow>;
  release: (window: PolluxWindow, hasPassed: boolean) => Promise<void>;
}

const ownWindows: Windows = { open: openPollux, release: window => window.close() };

/**
 * Opens one window of VS Code for all tests of the `describe` that this is called in, and closes it after them. Where the
 * options come from a function, it is called when the tests begin. Returns what gives the window to a test. A test that
 * fails leaves a screenshot and logs in `out/failures`.
 */
export function usePollux(source: Source = {}, windows = ownWindows): () => PolluxWindow {
  let window: PolluxWindow | undefined;
  let hasPassed = true;

  before('open VS Code', async () => {
    window = await windows.open(await optionsOf(source));
  });
  afterEach('save what explains a failure', async function () {
    const { state, pending } = this.currentTest!;
    if (state === 'passed' || pending) return;
    hasPassed = false;
    await window?.saveFailure(this.currentTest!.fullTitle());
  });
  after('close VS Code', async function () {
    const suite = this.test!.parent!;
    if (!hasRun(suite)) {
      hasPassed = false; // a hook has failed
      await window?.saveFailure(`${suite.fullTitle()} before`);
    }
    if (window) await windows.release(window, hasPassed);
  });

  return () => {
    if (!window) throw new Error('VS Code is open while tests run, not before');
    return window;
  };
}

const hasRun = ({ tests, suites }: Mocha.Suite): boolean =>
  tests.some(test => test.state ?? test.pending) || suites.some(hasRun);

/** A test with a window of its own: `it('…', withPollux({ … }, async ({ page, openPanel }) => { … }))`. */
export function withPollux(source: Source, use: (window: PolluxWindow) => Promise<void>): Mocha.AsyncFunc {
  return async function () {
    const window = await openPollux(await optionsOf(source));
    try {
      await use(window);
    } catch (error) {
      await window.saveFailure(this.test!.fullTitle());
      throw error;
    } finally {
      await window.close();
    }
  };
}
