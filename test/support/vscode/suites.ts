import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium';
import { installBubblewrap } from './system';
import { findDesktop, runDesktopSuite } from './desktopSuite';
import { testEnvironment } from './environment';
import { findTests } from './findTests';
import { runHostSuite } from './hostSuite';
import { prepareHostWindows } from './hostWindows';
import { installVsCode } from './install';
import { runMochaSuite } from './mochaSuite';
import { once } from './once';
import { sumOf, type Outcome } from './outcome';
import { buildExtension, installExtension, packageExtension, vsix } from './packageExtension';
import { root, userCache } from './paths';
import { run } from './processes';
import { madeOf, stateOf, unlessUnchanged } from './unchanged';

/** What the person asked for on the command line. */
export interface TestRequest {
  /** Test files; none means all of a suite. */
  files: string[];
  /** Arguments of mocha. */
  args: string[];
  /** Whether the person watches one suite, and so wants to see every test. */
  isLive: boolean;
}

const PANEL_TESTS = 'test/browser/webview';

/** Sets a suite up and returns what runs it. Set-ups may overlap each other and any run. */
export type Suite = () => Promise<RunSuite>;
/** Runs a suite, or only the `files` of it. */
export type RunSuite = (files?: readonly string[]) => Promise<Outcome>;
export type SuiteName = 'check' | 'unit' | 'unit-1' | 'unit-2' | 'host' | 'panel' | 'browser' | 'desktop';

export function createSuites({ files, args, isLive }: TestRequest): Record<SuiteName, Suite> {
  const state = stateOf(root);
  const built = once(() => unlessUnchanged(recordOf('build'), state, buildExtension, () => madeOf(join(root, 'dist'))));
  const bubblewrap = once(installBubblewrap);
  const vsCode = once(installVsCode);
  const chromium = once(findChromium);
  const home = () => mkdtempSync(join(tmpdir(), 'home-'));
  const runBrowserTests =
    (name: string, tests: readonly string[], env: NodeJS.ProcessEnv): RunSuite =>
    (only = tests) =>
      runMochaSuite(name, { files: only, args: ['--timeout', '60000', ...args], env, isLive });
  const filesOf = (...folders: string[]) => (files.length > 0 ? files : folders.flatMap(findTests));
  const unit = async (name: SuiteName, tests: readonly string[]): Promise<RunSuite> => {
    // Some tests run the headless command; all others can do without a build that fails.
    await Promise.all([built().catch((error: unknown) => console.error(String(error))), bubblewrap()]);
    const env = testEnvironment(home());
    // Where windows run beside them, what takes a second may take ten.
    const patient = isLive ? args : ['--timeout', '30000', ...args];
    return async (only = tests) => {
      const outcomes: Outcome[] = [];
      for (const [at, part] of partsOf(only).entries()) {
        outcomes.push(await runMochaSuite(`${name}-${at + 1}`, { files: part, args: patient, env, isLive }));
      }
      return sumOf(outcomes);
    };
  };
  const unitTests = () => filesOf('test/unit', 'test/contract', 'test/fuzz');

  return {
    check: async () => async () =>
      sumOf(await Promise.all(['format', 'lint', 'types'].map(part => runCheck(part, state)))),

    unit: () => unit('unit', unitTests()),
    // Where everything runs, in two lanes.
    'unit-1': () => unit('unit-1', laneOf(unitTests(), 0)),
    'unit-2': () => unit('unit-2', laneOf(unitTests(), 1)),

    host: async () => {
      const windows = prepareHostWindows(filesOf('test/host'), args);
      const [server, prepared] = await Promise.all([vsCode(), windows, chromium(), built()]);
      return async only => runHostSuite(server, only ? await prepareHostWindows(only, args) : prepared);
    },

    // The panel in a page of its own: a part of the browser tests that can do without VS Code.
    panel: async () => {
      const [executable] = await Promise.all([chromium(), built()]);
      const env = testEnvironment(home(), { XDG_CACHE_HOME: userCache(), PLAYWRIGHT_CHROMIUM: executable });
      return runBrowserTests('panel', filesOf(PANEL_TESTS), env);
    },

    browser: async () => {
      const extensions = join(tmpdir(), 'extensions');
      const packaged = built().then(() =>
        unlessUnchanged(recordOf('package'), state, packageExtension, () => madeOf(vsix())),
      );
      const [server, executable] = await Promise.all([vsCode(), chromium(), packaged]);
      await installExtension(server, vsix(), extensions);
      const env = testEnvironment(home(), {
        XDG_CACHE_HOME: userCache(),
        PLAYWRIGHT_CHROMIUM: executable,
        POLLUX_EXTENSIONS: extensions,
      });
      // Whoever asks for the browser tests gets all of them here; where everything runs, those of the panel run apart.
      if (isLive) return runBrowserTests('browser', filesOf('test/browser'), env);
      const tests = sharersFirst(filesOf('test/browser').filter(file => !file.startsWith(PANEL_TESTS)));
      // Windows wait more than they work, so two processes share the files; what is to run again runs in one.
      const inHalves = [0, 1].map(half => runBrowserTests(`browser-${half + 1}`, halfOf(tests, half), env));
      const again = runBrowserTests('browser', tests, env);
      return async only => (only ? again(only) : sumOf(await Promise.all(inHalves.map(run => run()))));
    },

    desktop: async () => {
      const windows = prepareHostWindows(filesOf('test/host'), args);
      const [executable, prepared] = await Promise.all([findDesktop(), windows, built()]);
      return async only => runDesktopSuite(executable, only ? await prepareHostWindows(only, args) : prepared, home());
    },
  };
}

/** Every other test file, from the first or the second on: files that are alike stand together, and so are shared out. */
const halfOf = (tests: readonly string[], half: number) => tests.filter((_, index) => index % 2 === half);

/** Three of seven test files, or the others: the longer suite follows in the lane of the three. */
const laneOf = (tests: readonly string[], lane: number) => tests.filter((_, index) => (index % 7 < 3 ? 0 : 1) === lane);

/** So many files run in one process. It grows with each, and starting another process from one of a gigabyte takes 30 ms. */
const FILES_OF_A_PART = 64;

function partsOf(files: readonly string[]): string[][] {
  const parts = Math.max(1, Math.ceil(files.length / FILES_OF_A_PART));
  return Array.from({ length: parts }, (_, part) => files.slice(part * FILES_OF_A_PART, (part + 1) * FILES_OF_A_PART));
}

/** Where it is noted on which files something was last done. */
const recordOf = (work: string) => join(root, 'node_modules', '.cache', 'pollux', work.replace(':', '-'));

/** Runs a part of `npm run check`, which reads files and nothing else: where it found these as they should be, they are. */
async function runCheck(part: string, state: string): Promise<Outcome> {
  const check = { title: `check:${part}`, file: undefined };
  const work = () => run('npm', ['run', '--silent', check.title], { cwd: root });
  const error = await unlessUnchanged(recordOf(check.title), state, work).then(() => null, String);
  if (error === null) return { passed: [check], failed: [], skipped: [] };
  return { passed: [], failed: [{ ...check, error }], skipped: [] };
}

/** Test files that share a window before those that don't, so that it needn't stay open beside their windows. */
function sharersFirst(files: readonly string[]): string[] {
  const isSharer = (file: string) => readFileSync(join(root, file), 'utf8').includes('sharesWindow: true');
  return [...files.filter(isSharer), ...files.filter(file => !isSharer(file))];
}
