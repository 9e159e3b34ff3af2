import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleTests } from './bundleTests';
import { findTests } from './findTests';
import { mapStack } from './mapStack';
import { outcomeOf, type Outcome } from './outcome';
import { copySample } from './sample';

/** A window of VS Code that runs host tests. */
export interface HostWindow {
  name: string;
  /** The module to run, as `extensionTestsPath`. */
  tests: string;
  /** What to open: a fresh copy of the sample folder, alone or as the first of two folders. */
  workspace: string;
  /** The environment that the tests need. */
  env: NodeJS.ProcessEnv & { POLLUX_TEST_REPORT: string };
}

/**
 * Bundles the host tests by the window that they need: `*.multiRoot.test.ts` runs in a workspace of two folders, `sample`
 * and `second`, all others in the folder `sample`, those in `wholeWindow` apart, as Pollux itself is active there. A window
 * without tests is left out.
 */
export async function prepareHostWindows(files: readonly string[], mochaArguments: string[]): Promise<HostWindow[]> {
  const tests = files.length > 0 ? files : findTests(join('test', 'host'));
  if (tests.length === 0) throw new Error('No host tests found');
  const windowOf = (file: string) =>
    /\.multiRoot\.test\.tsx?$/.test(file) ? 'multiRoot' : file.includes('/wholeWindow/') ? 'whole' : 'index';
  const filesOf = (window: ReturnType<typeof windowOf>) => tests.filter(file => windowOf(file) === window);
  const groups = {
    index: { files: filesOf('index'), open: openFolder },
    whole: { files: filesOf('whole'), open: openFolder },
    multiRoot: { files: filesOf('multiRoot'), open: openTwoFolders },
  };
  const used = Object.entries(groups).filter(([, group]) => group.files.length > 0);
  return Promise.all(
    used.map(async ([name, { files, open }]) => ({
      name,
      tests: await bundleTests(name, files),
      workspace: await open(await realpath(await mkdtemp(join(tmpdir(), 'host-')))),
      env: {
        GEMINI_API_KEY: 'test-key',
        POLLUX_TEST_REPORT: join(tmpdir(), `host-${name}.jsonl`),
        POLLUX_MOCHA_ARGS: JSON.stringify(mochaArguments),
        ...(name === 'whole' && { POLLUX_TEST_ACTIVE: 'true' }),
      },
    })),
  );
}

async function openFolder(parent: string): Promise<string> {
  const folder = join(parent, 'sample');
  await copySample(folder);
  return folder;
}

async function openTwoFolders(parent: string): Promise<string> {
  await openFolder(parent);
  await mkdir(join(parent, 'second'));
  await writeFile(join(parent, 'second', 'second.md'), '# The second folder\n');
  const workspace = join(parent, 'two.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: 'sample' }, { path: 'second' }] }));
  return workspace;
}

/** The outcome of a window's tests; `fault` as in `outcomeOf`. */
export function outcomeOfWindow({ env }: HostWindow, fault?: string): Outcome {
  const outcome = outcomeOf(env.POLLUX_TEST_REPORT, fault);
  return { ...outcome, failed: outcome.failed.map(failure => ({ ...failure, error: mapStack(failure.error) })) };
}
