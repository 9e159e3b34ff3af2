import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { AbsentFolders } from '../../../../src/node/sandbox/absentFolders';
import { findSandboxPrograms } from '../../../../src/node/sandbox/commandSandbox';

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(20);
}

describe('Folders that stand in for absent ones', function () {
  this.timeout(60_000);
  let root: string;
  let folder: string;
  const { perl } = findSandboxPrograms();
  const opened: AbsentFolders[] = [];
  const open = () => {
    const folders = new AbsentFolders(perl ?? '');
    opened.push(folders);
    return folders;
  };
  before(function () {
    assert.ok(perl, 'These tests need perl.');
  });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pollux-absent-'));
    folder = join(root, '.vscode');
  });
  afterEach(() => {
    for (const folders of opened.splice(0)) folders.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  it('are there while anybody holds them, also of another window', async () => {
    const [one, other] = [open(), open()];
    const own = join(root, 'own');
    const first = await one.hold([folder, own], [root]);
    const again = await one.hold([folder, own], [root]);
    const second = await other.hold([folder], [root]);
    first();
    first();
    again();
    await until(() => !existsSync(own));
    assert.ok(existsSync(folder));
    second();
    await until(() => !existsSync(folder));
  });

  it('stay if they are the user’s, whatever is in them', async () => {
    mkdirSync(folder);
    const mode = statSync(folder).mode;
    const folders = open();
    (await folders.hold([folder], [root]))();
    (await folders.hold([join(root, 'x')], [root]))();
    assert.equal(statSync(folder).mode, mode);
  });

  it('keep what somebody puts into them', async () => {
    const folders = open();
    const release = await folders.hold([folder], [root]);
    writeFileSync(join(folder, 'settings.json'), '{}');
    release();
    await until(() => (statSync(folder).mode & 0o1000) === 0);
    assert.ok(existsSync(join(folder, 'settings.json')));
  });

  it('are made again if somebody has taken them away', async () => {
    const folders = open();
    (await folders.hold([folder], [root]))();
    rmSync(folder, { recursive: true });
    const release = await folders.hold([folder], [root]);
    assert.ok(existsSync(folder));
    release();
    await until(() => !existsSync(folder));
  });

  it('are refused where a link is, or where none can be made', async () => {
    symlinkSync(root, folder);
    await assert.rejects(open().hold([folder], [root]), /is a link/);
    writeFileSync(join(root, 'file'), '');
    await assert.rejects(open().hold([join(root, 'file/.vscode')], [root]), /No place could be held/);
  });

  it('go when whoever held them is killed, and what was left before', async () => {
    mkdirSync(join(root, '.gemini'), { mode: 0o1700 });
    const entry = {
      contents: `import { AbsentFolders } from './absentFolders';
        new AbsentFolders(process.argv[1]).hold(process.argv.slice(2), []).then(() => console.log('held'));
        setInterval(() => {}, 1e6);`,
      resolveDir: join(__dirname, '../../../../src/node/sandbox'),
    };
    const { outputFiles } = buildSync({ stdin: entry, bundle: true, platform: 'node', write: false });
    const child = spawn(
      process.execPath,
      ['-e', outputFiles[0]?.text ?? '', perl ?? '', folder, join(root, '.gemini')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    assert.ok(existsSync(folder));
    child.kill('SIGKILL');
    await until(() => !existsSync(folder) && !existsSync(join(root, '.gemini')));
  });
});
