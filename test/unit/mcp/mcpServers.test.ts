import assert from 'node:assert/strict';
import { McpFailure, type ServerTool } from '../../../src/mcp/connection/mcpConnection';
import type { McpServersOptions } from '../../../src/mcp/mcpServers';
import { configOf, echoTool, fakeServers } from '../../support/fakeMcp';

const signal = new AbortController().signal;

describe('the MCP servers of a window', () => {
  it('start nothing before they are needed, and then all side by side', async () => {
    const waiting: (() => void)[] = [];
    const slow = { connect: () => new Promise<void>(resolve => waiting.push(resolve)) };
    const { registry, opened } = fakeServers({ a: slow, b: slow });
    await registry.load();
    assert.deepEqual(
      registry.all.map(({ state }) => state),
      ['disconnected', 'disconnected'],
    );
    const connected = registry.connectAll();
    await until(() => opened.length === 2);
    for (const go of waiting) go();
    await connected;
    assert.deepEqual(
      registry.all.map(({ state, offer }) => [state, offer.tools]),
      [
        ['connected', [echoTool]],
        ['connected', [echoTool]],
      ],
    );
  });

  it('are asked again for lists that have changed while they were sent', async () => {
    const server: { tools: readonly ServerTool[] } = { tools: [] };
    const { registry, opened } = fakeServers({ notes: server }, { wait: async () => undefined });
    await registry.connectAll();
    const notes = registry.get('notes')!;
    const { connection } = notes;
    const listed = async () => server.tools;
    const changed = () => opened[0]?.options.events.onListChanged('tools');
    Object.assign(connection!, {
      tools: async () => {
        const before = await listed();
        Object.assign(connection!, { tools: listed });
        server.tools = [echoTool];
        changed();
        return before;
      },
    });
    const isThere = new Promise<void>(resolve => registry.onChange(() => notes.offer.tools.length > 0 && resolve()));
    changed();
    await isThere;
    assert.deepEqual(notes.offer.tools, [echoTool]);
  });

  it('are waited for no longer than patience lasts, and come later all the same', async () => {
    let arrive = (): void => undefined;
    const late = { connect: () => new Promise<void>(resolve => (arrive = resolve)) };
    const wait = (ms: number, stop: AbortSignal) =>
      ms === 5000
        ? until(() => registry.get('quick')?.state === 'connected')
        : new Promise<void>(resolve => stop.addEventListener('abort', () => resolve(), { once: true }));
    const later = { connect: () => new Promise<void>(() => undefined) };
    const slow: string[] = [];
    const onSlow: McpServersOptions['onSlow'] = servers => slow.push(servers.map(({ name }) => name).join());
    const { registry } = fakeServers({ quick: {}, late, later }, { wait, onSlow });
    await registry.connectAll();
    assert.deepEqual(slow, ['late,later'], 'told of together');
    assert.deepEqual(
      registry.all.map(({ state }) => state),
      ['connected', 'connecting', 'connecting'],
    );
    arrive();
    await until(() => registry.get('late')?.state === 'connected');
  });

  it('go on without one that fails, and say why', async () => {
    const broken = { connect: () => Promise.reject(new McpFailure('unreachable', 'There is no program “x”.')) };
    const wall = { connect: () => Promise.reject(new McpFailure('signIn', 'It wants a sign-in.')) };
    const { registry } = fakeServers({ broken, wall, fine: {} });
    await registry.connectAll();
    assert.deepEqual(
      registry.all.map(({ state, error }) => [state, error]),
      [
        ['failed', 'There is no program “x”.'],
        ['needsSignIn', 'It wants a sign-in.'],
        ['connected', undefined],
      ],
    );
  });

  it('are tried again where they have failed, if the user says so', async () => {
    let isUp = false;
    const down = { connect: () => (isUp ? Promise.resolve() : Promise.reject(new McpFailure('unreachable', 'Down.'))) };
    const wall = { connect: () => (isUp ? Promise.resolve() : Promise.reject(new McpFailure('signIn', 'Sign in.'))) };
    const { registry, opened } = fakeServers({ down, wall, fine: {} });
    const states = () => registry.all.map(({ state }) => state);
    await registry.connectAll();
    isUp = true;
    await registry.connectAll();
    assert.deepEqual(states(), ['failed', 'needsSignIn', 'connected'], 'a prompt doesn’t');
    await registry.reconnectAll();
    assert.deepEqual(states(), ['connected', 'connected', 'connected']);
    assert.equal(opened.filter(({ name }) => name === 'fine').length, 1);
  });

  it('leave alone what is switched off, blocked or not approved', async () => {
    const { registry, opened } = fakeServers(
      { off: {}, blocked: {}, foreign: {} },
      {
        isDisabled: name => name === 'off',
        admit: async ({ name }) => (name === 'blocked' ? 'blocked' : name === 'foreign' ? 'unapproved' : 'ok'),
      },
    );
    await registry.connectAll();
    assert.deepEqual(opened, []);
    assert.deepEqual(
      registry.all.map(({ state }) => state),
      ['disabled', 'blocked', 'unapproved'],
    );
  });

  it('start one that dies once more, and then leave it', async () => {
    const { registry, opened } = fakeServers(
      { a: {} },
      { wait: async ms => (ms === 0 ? undefined : new Promise(() => undefined)) },
    );
    await registry.connectAll();
    opened[0]?.options.events.onClose('It ended with code 1.');
    await until(() => opened.length === 2 && registry.get('a')?.state === 'connected');
    opened[1]?.options.events.onClose('It ended with code 2.');
    await until(() => registry.get('a')?.state === 'failed');
    assert.equal(registry.get('a')?.error, 'It ended with code 2.');
    await assert.rejects(registry.get('a')!.callTool('echo', {}, { signal }), /It ended with code 2/);
    await registry.restart('a');
    assert.equal(registry.get('a')?.state, 'connected');
  });

  it('count as failed only when a lost connection could not be re-established by any try', async () => {
    let isReached = true;
    const connect = async () => {
      if (!isReached) throw new McpFailure('unreachable', 'Nobody answers.');
    };
    const { registry, opened } = fakeServers(
      { web: { connect } },
      {
        configs: async () => [configOf('web', { httpUrl: 'https://a.example/mcp' })],
        // Pauses between tries pass at once; limits never do.
        wait: async ms => ([1000, 2000, 4000, 8000, 16_000].includes(ms) ? undefined : new Promise(() => undefined)),
      },
    );
    await registry.connectAll();
    const states: string[] = [];
    registry.onChange(() => states.push(registry.get('web')?.state ?? ''));
    isReached = false;
    opened[0]?.options.events.onClose('It ended.');
    await until(() => registry.get('web')?.isStarting === false);
    const tries = Array.from({ length: 5 }, () => ['disconnected', 'connecting']).flat();
    assert.deepEqual(states, [...tries, 'disconnected', 'failed']);
    assert.equal(registry.get('web')?.error, 'Nobody answers.');
  });

  it('have a call wait for a server that is about to come back', async () => {
    const { registry, opened } = fakeServers(
      { a: {} },
      { wait: async ms => (ms === 0 ? undefined : new Promise(() => undefined)) },
    );
    await registry.connectAll();
    opened[0]?.options.events.onClose('It ended.');
    const result = await registry.get('a')!.callTool('echo', { x: 1 }, { signal });
    assert.deepEqual(result.content, [{ kind: 'text', text: '{"x":1}' }]);
  });

  it('end what is gone from the settings, and leave what has not changed', async () => {
    let configs = [configOf('a'), configOf('b')];
    const { registry, opened, closed } = fakeServers({ a: {}, b: {}, c: {} }, { configs: async () => configs });
    await registry.connectAll();
    configs = [configOf('a'), configOf('c')];
    await registry.connectAll();
    assert.deepEqual(closed, ['b']);
    assert.deepEqual(
      opened.map(({ name }) => name),
      ['a', 'b', 'c'],
    );
  });

  it('are switched off and on', async () => {
    const { registry, closed } = fakeServers({ a: {} });
    await registry.connectAll();
    await registry.setEnabled('a', false);
    assert.equal(registry.get('a')?.state, 'disabled');
    assert.deepEqual(closed, ['a']);
    await registry.setEnabled('a', true);
    assert.equal(registry.get('a')?.state, 'connected');
  });

  it('leave nothing behind once they are closed, also what was only about to connect', async () => {
    let arrive = (): void => undefined;
    const late = { connect: () => new Promise<void>(resolve => (arrive = resolve)) };
    const { registry, closed } = fakeServers({ quick: {}, late });
    const connecting = registry.connectAll();
    await until(() => registry.get('quick')?.state === 'connected');
    const closing = registry.close();
    arrive();
    await Promise.all([connecting, closing]);
    assert.deepEqual(closed.toSorted(), ['late', 'quick']);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(resolve => setImmediate(resolve));
}
