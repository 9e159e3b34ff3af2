import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { text } from '../support/gemini/replies';
import { startGeminiServer } from '../support/geminiServer';
import { fuzzRuns } from '../support/fuzzRuns';
import { runCommand } from '../support/polluxCommand';
import { Scratch } from '../support/scratch';
import { hostileRepositories, type HostilePlace } from './hostileRepositories';

const SECRET = 'SecretCanary7291';
const OUTSIDE = 'OutsideCanary4482';
const KEY = 'AIzaCanary00000000000000000000000000000';
/** Escape sequences, other controls, directions of writing, and tags. */
const UNSEEN = /[\0-\x08\v-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

describe('A hostile repository', () => {
  let elsewhere: Server;
  let reached: string[];
  before(async () => {
    elsewhere = createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  after(() => elsewhere.close());
  beforeEach(() => (reached = []));
  /** How many runs got as far as the model. */
  let asked = 0;

  /** What goes wrong in a run there, whether the folder is trusted or not. */
  async function harmOf(index: number, isTrusted: boolean): Promise<string[]> {
    const scratch = await Scratch.make();
    const server = await startGeminiServer({ apiKey: KEY });
    try {
      const place: HostilePlace = {
        home: scratch.absolute('home'),
        folder: scratch.absolute('home/work'),
        address: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
        made: scratch.absolute('made'),
      };
      const { files = {}, links = {}, prompt = 'Hi', replies = [] } = hostileRepositories(place)[index]!;
      await scratch.put('home/secret.md', `${OUTSIDE} = [[\n`);
      await scratch.put('home/work/.env', `TOKEN=${SECRET}\n`);
      await scratch.put('home/work/note.txt', 'one\n');
      if (isTrusted)
        await scratch.put('home/.gemini/trustedFolders.json', JSON.stringify({ [place.folder]: 'TRUST_FOLDER' }));
      for (const [path, content] of Object.entries(files)) await scratch.put(`home/work/${path}`, content);
      for (const [path, target] of Object.entries(links)) {
        await mkdir(dirname(scratch.absolute(`home/work/${path}`)), { recursive: true });
        await scratch.link(`home/work/${path}`, target);
      }
      server.replies([...replies, ...Array.from({ length: 4 }, () => text('Fine.'))]);
      const env = { HOME: place.home, GEMINI_CLI_HOME: place.home, GEMINI_API_KEY: KEY, USER_SECRET: OUTSIDE };
      const { out, err } = await runCommand(['-p', prompt], {
        cwd: place.folder,
        env: { ...env, GOOGLE_GEMINI_BASE_URL: server.url },
      });
      const sent = server.requests.map(({ body }) => JSON.stringify(body)).join('\n');
      if (sent !== '') asked++;
      const told = [sent, out, err].join('\n');
      return [
        ...[SECRET, OUTSIDE, KEY].filter(canary => told.includes(canary)).map(canary => `tells ${canary}`),
        ...(UNSEEN.test(out + err) ? [`prints what is not seen: ${JSON.stringify(out + err)}`] : []),
        ...reached.map(request => `sends ${request}`),
        ...((await stat(place.made).catch(() => null)) ? ['runs or writes something'] : []),
      ];
    } finally {
      await server.close();
      await scratch.close();
    }
  }

  it('reads nothing outside, runs nothing, sends no secret, and nothing it says misleads', async function () {
    this.timeout(0);
    const all = hostileRepositories({ home: '/h', folder: '/h/w', address: '', made: '/m' });
    const step = Math.max(1, Math.ceil((2 * all.length) / fuzzRuns(12)));
    const harm: string[] = [];
    let runs = 0;
    for (const [i, { name }] of all.entries()) {
      for (const isTrusted of [false, true]) {
        if ((2 * i + (isTrusted ? 1 : 0)) % step !== 0) continue;
        runs++;
        for (const each of await harmOf(i, isTrusted)) harm.push(`${name} (${isTrusted ? '' : 'un'}trusted): ${each}`);
      }
    }
    assert.deepEqual(harm, []);
    assert.ok(runs > 5 && asked > runs / 2, `${asked} of ${runs} asked the model`);
  });
});
