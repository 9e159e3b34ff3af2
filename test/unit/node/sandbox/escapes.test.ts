import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxTier } from '../../../../src/shared/sandbox';
import { escapes, LEADING, withCopiedArguments } from '../../../support/escapes';
import { newEscapes } from '../../../support/newEscapes';
import { attributeEscapes, quietEscapes } from '../../../support/quietEscapes';
import { rareEscapes } from '../../../support/rareEscapes';
import { SandboxPlace } from '../../../support/sandboxPlace';

const TIERS: readonly SandboxTier[] = ['namespaces', 'landlock'];
/** How many attempts one sandboxed shell makes. */
const BATCH = 30;
/** However busy the machine is, one attempt is ended after so many seconds, and a shell of them after so many milliseconds. */
const [ATTEMPT_SECONDS, BATCH_MS] = [20, 240_000];
/** How long what a shell has left behind may take to go. */
const LEAVING_MS = 60_000;

for (const tier of TIERS) {
  describe(`Escapes from the sandbox by ${tier}`, function () {
    this.timeout(900_000);
    let at: SandboxPlace;
    let isHere: boolean;
    let canary: ChildProcess;
    let server: Server;
    let socketServer: Server;
    let abstractServer: Server;
    let udp: Socket;
    const reached: string[] = [];

    before(async () => {
      at = new SandboxPlace(tier);
      isHere = (await at.commands.tier()) === tier;
      const put = (path: string, text: string) => {
        mkdirSync(dirname(join(at.root, path)), { recursive: true });
        writeFileSync(join(at.root, path), text);
      };
      for (const path of ['outside/file', 'outside/other-workspace/src/index.js', 'home/.bashrc', 'work/GEMINI.md'])
        put(path, 'as it was');
      for (const path of [
        'work/.git/config',
        'work/.git/HEAD',
        'work/.git/hooks/sample',
        'work/sub/.vscode/settings.json',
        'work/parts/one/.git/hooks/sample',
      ])
        put(path, 'as it was');
      for (const path of [
        'work/.env',
        'work/sub/server.pem',
        'home/.ssh/id_rsa',
        'home/.aws/credentials',
        'home/.netrc',
      ])
        put(path, 'canary-secret');
      put('home/.gemini/oauth_creds.json', 'canary-secret');
      put('canary/key', 'as it was');
      put('work/src/evil', 'evil');
      symlinkSync(join(at.root, 'outside'), join(at.work, 'link'));
      symlinkSync(join(at.home, '.ssh/id_rsa'), join(at.work, 'link-to-key'));
      canary = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6); console.log(1)'], {
        cwd: join(at.root, 'canary'),
        env: { CANARY: 'canary-environment' },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(canary.stdout!, 'data');
      server = createServer(socket => reached.push(`tcp ${socket.remotePort}`)).listen(0, '127.0.0.1');
      socketServer = createServer(() => reached.push('socket')).listen(join(at.root, 's'));
      abstractServer = createServer(() => reached.push('abstract socket')).listen('\0pollux-canary');
      udp = createSocket('udp4', () => reached.push('udp')).bind(0, '127.0.0.1');
      await Promise.all([server, socketServer, abstractServer, udp].map(each => once(each, 'listening')));
    });
    after(async () => {
      canary.kill('SIGKILL');
      server.close();
      socketServer.close();
      abstractServer.close();
      udp.close();
      await at.close();
    });

    it('all fail, by every witness', async () => {
      const targets = {
        outside: join(at.root, 'outside'),
        home: at.home,
        socket: join(at.root, 's'),
        abstract: 'pollux-canary',
        tcp: (server.address() as AddressInfo).port,
        udp: udp.address().port,
        pid: canary.pid!,
      };
      const tries = [
        ...escapes(targets),
        ...quietEscapes(targets),
        ...newEscapes(targets),
        ...rareEscapes(targets),
        ...(tier === 'namespaces' ? attributeEscapes(targets) : []),
      ].map(withCopiedArguments);
      assert.ok(tries.length >= 200, `${tries.length} attempts`);
      const before = witnesses(at.root);
      const values = Object.fromEntries(LEADING.map(name => [name, `canary-${name}`]));
      const env = { ...process.env, ...values, VSCODE_IPC_HOOK_CLI: join(at.root, 's') };
      for (let start = 0; start < tries.length; start += BATCH) {
        const batch = tries.slice(start, start + BATCH);
        // Each says its number, and ends with its own shell; none waits for an answer or for long.
        const script = batch
          .map(
            (line, i) =>
              `printf "\\n#${start + i}\\n"; timeout -s KILL ${ATTEMPT_SECONDS} bash -c ${quoted(line)} </dev/null`,
          )
          .join('\n');
        const { output, error } = await at.run(script, {}, env, AbortSignal.timeout(BATCH_MS));
        if (!isHere) {
          assert.match(error ?? '', /The sandbox couldn't be set up/);
          continue;
        }
        const told = output
          .split(/^#(?=\d+$)/m)
          .filter(part => /canary-(?!raw\b)|canary-raw/.test(part.replace(/^.*: .*$/gm, '')));
        const about = told.map(part => `${tries[parseInt(part, 10)] ?? ''}\n${part}`);
        assert.deepEqual(about, []);
        // What stands in for the folders that must not come to exist goes when the last process has gone.
        const isLeaving = () => ['.vscode', '.gemini'].some(name => isEmptyFolder(join(at.work, name)));
        for (const end = Date.now() + LEAVING_MS; isLeaving() && Date.now() < end;) await delay(100);
        assert.ok(!isLeaving(), `Something of the attempts from ${start} is left.`);
        assert.deepEqual(witnesses(at.root), before);
        assert.match(output, new RegExp(`^#${start + batch.length - 1}$`, 'm'), 'All were tried.');
      }
      assert.deepEqual(reached, []);
      assert.equal(canary.exitCode ?? canary.signalCode, null);
      assert.doesNotMatch(stateOf(canary.pid!), /^T/);
    });
  });
}

/** Every file outside of what a command may write, and every one inside that governs, with its text. */
function witnesses(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (path: string) => {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) found[path] = 'absent';
    else if (stat.isDirectory()) for (const name of readdirSync(join(root, path))) visit(join(path, name));
    else found[path] = stat.isFile() ? readFileSync(join(root, path), 'utf8') : 'special';
  };
  for (const path of ['outside', 'home', 'canary']) visit(path);
  for (const path of ['.git', '.vscode', '.gemini', 'GEMINI.md', '.env', 'sub', 'parts']) visit(join('work', path));
  for (const path of ['/etc/pollux-escape', '/usr/local/bin/pollux-escape'])
    found[path] = lstatSync(path, { throwIfNoEntry: false }) ? 'there' : 'absent';
  return found;
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false; // it has gone, or is no folder
  }
}

function stateOf(pid: number): string {
  const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'latin1') : ') S';
  return stat.slice(stat.lastIndexOf(')') + 2);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
