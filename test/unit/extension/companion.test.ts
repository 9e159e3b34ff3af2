import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ChangeReview } from '../../../src/agent/ports/changeReview';
import { discoveryFile, removeDiscovery, writeDiscovery } from '../../../src/extension/companion/discoveryFile';
import { IdeHttp } from '../../../src/extension/companion/ideHttp';
import { IdeReview } from '../../../src/extension/companion/ideReview';
import { IdeSessions } from '../../../src/mcp/companion/ideSessions';
import { callKey, GEMINI_CLI } from '../../../src/shared/callAddress';
import type { EditProposal } from '../../../src/shared/proposals';
import { Scratch } from '../../support/scratch';

const TOKEN = 'the-token';

/** Of a request that `fetch` would not send like this. */
const statusOf = (port: number, headers: Record<string, string>, path = '/mcp') =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method: 'POST', headers }, response =>
      resolve(response.resume().statusCode),
    )
      .once('error', reject)
      .end('{}');
  });

describe('The companion of Gemini CLI', () => {
  let http: IdeHttp;
  let sessions: IdeSessions;
  let connected = 0;
  let review: IdeReview;
  let staged: Map<string, EditProposal>;
  let client: Client;
  let told: { readonly method: string; readonly params?: Record<string, unknown> }[];
  let heard: () => void;

  beforeEach(async () => {
    staged = new Map();
    told = [];
    const changes: ChangeReview = {
      stage(key, edit) {
        staged.set(key, edit);
        return { text: () => `${edit.after}, as the user left it`, close: () => void staged.delete(key) };
      },
      stageAll: () => assert.fail('never several'),
    };
    review = new IdeReview({
      review: changes,
      show: async () => undefined,
      async read(file) {
        if (!file.startsWith('/work/')) throw new Error('Path is not in the workspace');
        return { path: file.slice(6), text: 'before' };
      },
      onAccepted: (file, text) => sessions.tellAccepted(file, text),
      onRejected: file => sessions.tellRejected(file),
    });
    connected = 0;
    sessions = new IdeSessions({
      version: '1',
      actions: review,
      context: () => ({ openFiles: [{ path: '/work/a', timestamp: 1, isActive: true }], isTrusted: true }),
      newId: () => 'session',
      onSession: () => connected++,
      onError: error => assert.fail(error),
    });
    http = await IdeHttp.start(TOKEN, (...exchange) => sessions.handle(...exchange));
    client = new Client({ name: 'gemini-cli', version: '1' });
    client.fallbackNotificationHandler = async ({ method, params = {} }) => {
      told.push({ method, params });
      heard();
    };
  });
  afterEach(async () => {
    await client.close();
    await sessions.close();
    http.close();
  });

  const connect = () =>
    client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${http.port}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
      }),
    );
  const next = () => new Promise<void>(resolve => (heard = resolve));
  const open = (filePath: string, newContent = 'after') =>
    client.callTool({ name: 'openDiff', arguments: { filePath, newContent } });
  const key = (file: string) => callKey({ sessionId: GEMINI_CLI, callId: file });

  it('tells what is open, and shows changes in the review', async () => {
    const first = next();
    await connect();
    await first;
    assert.deepEqual(told[0], {
      method: 'ide/contextUpdate',
      params: {
        workspaceState: { openFiles: [{ path: '/work/a', timestamp: 1, isActive: true }], isTrusted: true },
      },
    });
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['openDiff', 'closeDiff'],
    );
    assert.deepEqual((await open('/work/a')).content, []);
    assert.deepEqual(staged.get(key('/work/a')), {
      kind: 'edit',
      path: 'a',
      file: '/work/a',
      before: 'before',
      after: 'after',
    });
    assert.equal(connected, 1);
  });

  it('tells the decision, with the text as the user left it', async () => {
    const first = next();
    await connect();
    await first;
    await open('/work/a');
    await open('/work/b');
    let decided = next();
    assert.equal(review.decide(key('/work/a'), { decision: 'accept' }), true);
    await decided;
    decided = next();
    assert.equal(review.decide(key('/work/b'), { decision: 'reject' }), true);
    await decided;
    assert.deepEqual(told.slice(1), [
      { method: 'ide/diffAccepted', params: { filePath: '/work/a', content: 'after, as the user left it' } },
      { method: 'ide/diffRejected', params: { filePath: '/work/b' } },
    ]);
    assert.equal(staged.size, 0);
    assert.equal(review.decide(key('/work/a'), { decision: 'accept' }), false);
    assert.equal(review.decide('chat/call', { decision: 'accept' }), false);
  });

  it('closes a change with its text, and says what it can’t show', async () => {
    const first = next();
    await connect();
    await first;
    await open('/work/a');
    const { content } = await client.callTool({ name: 'closeDiff', arguments: { filePath: '/work/a' } });
    assert.deepEqual(content, [{ type: 'text', text: '{"content":"after, as the user left it"}' }]);
    assert.equal((await open('/etc/passwd')).isError, true);
    await assert.rejects(client.callTool({ name: 'openDiff', arguments: {} }), /filePath/);
  });

  it('answers nobody without the token, no web page, and no name that leads here', async () => {
    const good = { authorization: `Bearer ${TOKEN}`, host: `127.0.0.1:${http.port}` };
    assert.equal(await statusOf(http.port, good), 400);
    assert.equal(await statusOf(http.port, { ...good, host: `localhost:${http.port}` }), 400);
    assert.equal(await statusOf(http.port, { ...good, authorization: 'Bearer other' }), 401);
    assert.equal(await statusOf(http.port, { host: good.host }), 401);
    assert.equal(await statusOf(http.port, { ...good, host: 'evil.example' }), 403);
    assert.equal(await statusOf(http.port, { ...good, host: `evil.example:${http.port}` }), 403);
    assert.equal(await statusOf(http.port, { ...good, origin: 'https://evil.example' }), 403);
    assert.equal(await statusOf(http.port, { ...good, origin: 'null' }), 403);
    assert.equal(await statusOf(http.port, good, '/other'), 404);
  });

  it('is found by a file that only its user can read', async () => {
    const place = await Scratch.make();
    try {
      const file = discoveryFile(42, 8080, place.path);
      assert.ok(file.endsWith('gemini/ide/gemini-ide-server-42-8080.json'));
      const editor = { name: 'vscode', displayName: 'VS Code' };
      await place.put('mine.txt', 'mine');
      await mkdir(join(file, '..'), { recursive: true });
      await symlink(place.absolute('mine.txt'), file);
      await writeDiscovery(file, { port: 8080, token: TOKEN, folders: ['/a', '/b'], editor });
      assert.equal(String(await place.bytes('mine.txt')), 'mine', 'and is written through no link');
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.deepEqual(JSON.parse(String(await place.bytes('gemini/ide/gemini-ide-server-42-8080.json'))), {
        port: 8080,
        workspacePath: '/a:/b',
        authToken: TOKEN,
        ideInfo: editor,
      });
      assert.equal((await stat(join(file, '..'))).mode & 0o777, 0o700);
      await removeDiscovery(file);
      assert.equal(await place.bytes('gemini/ide/gemini-ide-server-42-8080.json'), null);
    } finally {
      await place.close();
    }
  });

  it('writes no token where another user could replace the file', async () => {
    const editor = { name: 'vscode', displayName: 'VS Code' };
    const announce = (file: string) => writeDiscovery(file, { port: 8080, token: TOKEN, folders: [], editor });
    const place = await Scratch.make();
    try {
      await mkdir(place.absolute('theirs'));
      for (const way of ['gemini', 'gemini/ide']) {
        await mkdir(place.absolute(`${way}-tmp/gemini`), { recursive: true });
        const link = place.absolute(way === 'gemini' ? `${way}-tmp/gemini` : `${way}-tmp/gemini/ide`);
        await rm(link, { recursive: true, force: true });
        await symlink(place.absolute('theirs'), link);
        await assert.rejects(announce(discoveryFile(42, 8080, place.absolute(`${way}-tmp`))), /isn’t a folder/, way);
      }
      await mkdir(place.absolute('open'));
      await chmod(place.absolute('open'), 0o777);
      await assert.rejects(announce(discoveryFile(42, 8080, place.absolute('open'))), /could replace/);
      assert.deepEqual(await readdir(place.absolute('theirs')), []);
    } finally {
      await place.close();
    }
  });
});
