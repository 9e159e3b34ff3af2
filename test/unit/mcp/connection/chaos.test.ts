import assert from 'node:assert/strict';
import type { McpConnection } from '../../../../src/mcp/connection/mcpConnection';
import { isAlive } from '../../../support/isAlive';
import { chaosRow, connectTo } from '../../../support/mcp/mcpPlace';

const signal = new AbortController().signal;
const open: McpConnection[] = [];

async function connected(fault: string) {
  const opened = await connectTo(chaosRow(fault));
  open.push(opened.connection);
  return opened;
}

describe('a server that', () => {
  afterEach(async () => {
    await Promise.all(open.splice(0).map(connection => connection.close()));
  });

  it('is not there is said by its name', async () => {
    await assert.rejects(connectTo({ command: 'no-such-program' }), /There is no program “no-such-program”/);
  });

  it('ends at once is said with its last words', async () => {
    await assert.rejects(connectTo(chaosRow('exit')), /ended: It ended with exit code 3\.\n.*licence has run out/s);
  });

  it('sends nothing for a list has none of it, which is logged', async () => {
    const { connection, told } = await connected('noList');
    assert.deepEqual(await connection.tools(), []);
    assert.deepEqual(told.logs, ['warning: The server answered “tools/list” without a list of “tools”.']);
  });

  it('says nothing is given up as soon as nobody waits any more', async () => {
    const stop = new AbortController();
    const connecting = connectTo(chaosRow('silent'), { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    await assert.rejects(connecting, { kind: 'cancelled' });
  });

  it('speaks a protocol of another time is refused in words', async () => {
    await assert.rejects(connectTo(chaosRow('future')), /protocol version is not supported/);
  });

  for (const fault of ['noise', 'flood', 'stray']) {
    it(`makes ${fault} is understood all the same`, async () => {
      const { connection } = await connected(fault);
      const { content } = await connection.callTool('go', {}, { signal });
      assert.equal(content.length, 1);
    });
  }

  it('dies during a call ends the call', async () => {
    const { connection, told } = await connected('dies');
    const call = connection.callTool('go', {}, { signal });
    await assert.rejects(call, { kind: 'closed', message: /ended with exit code 1/ });
    assert.match(told.ends.join(), /ended with exit code 1/);
  });

  it('hangs during a call ends it when its time is over, or nobody wants it', async () => {
    const { connection } = await connected('hangs');
    await assert.rejects(connection.callTool('go', {}, { signal, timeoutMs: 100 }), { kind: 'timeout' });
    const stop = new AbortController();
    const call = connection.callTool('go', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await assert.rejects(call, { kind: 'cancelled' });
  });

  it('tells of progress without an end is given up at ten times the limit', async () => {
    const { connection } = await connected('endlessProgress');
    let heard = 0;
    const call = connection.callTool('go', {}, { signal, timeoutMs: 200, onProgress: () => heard++ });
    await assert.rejects(call, { kind: 'timeout' });
    assert.ok(heard > 1);
  });

  it('sends more messages than anybody can read is ended, with the call that waits for it', async () => {
    const { connection, told } = await connected('storm');
    const call = connection.callTool('go', {}, { signal });
    await assert.rejects(call, { kind: 'closed', message: /sent too many messages/ });
    assert.match(told.ends.join(), /sent too many messages/);
    assert.ok(told.lists.length <= 10_000);
  });

  it('nests an answer without an end, or describes itself by nothing, is told of in words', async () => {
    const { connection } = await connected('deep');
    await assert.rejects(connection.callTool('go', {}, { signal }), /answer that is nested too deeply/);
    await assert.rejects(connectTo(chaosRow('nulls')), /answer that violates the protocol/);
  });

  it('answers with an error has its words passed on', async () => {
    const { connection } = await connected('error');
    await assert.rejects(connection.callTool('go', {}, { signal }), /answered with an error: No\./);
  });

  it('answers with what is no answer ends the call', async () => {
    const { connection } = await connected('nonsense');
    await assert.rejects(connection.callTool('go', {}, { signal }), /sent an answer that violates the protocol/);
  });

  it('sends ten megabytes is heard, and one that sends fifty is not', async () => {
    const { connection } = await connected('large');
    const { content } = await connection.callTool('go', {}, { signal });
    assert.equal(content[0]?.kind === 'text' && content[0].text.length, 10_000_000);
    const huge = await connected('huge');
    await assert.rejects(huge.connection.callTool('go', {}, { signal }), { kind: 'closed' });
    assert.match(huge.told.ends.join(), /more than 32 MB/);
  });

  it('lists its pages in a circle is read once', async () => {
    const { connection } = await connected('endless');
    const names = (await connection.tools()).map(({ name }) => name);
    assert.deepEqual(names.slice(0, 3), ['page_0', 'page_1', 'page_2']);
    assert.ok(names.length <= 4);
  });

  it('lists tools that are none keeps the others', async () => {
    const { connection } = await connected('odd');
    assert.equal((await connection.tools()).length, 10);
  });

  it('has started programs of its own leaves none of them', async () => {
    const { connection, told } = await connected('grandchild');
    await connection.callTool('go', {}, { signal });
    const { pid } = /grandchild (?<pid>\d+)/.exec(connection.said())?.groups ?? {};
    assert.ok(isAlive(Number(pid)));
    await connection.close();
    assert.ok(!isAlive(Number(pid)));
    assert.deepEqual(told.ends, []);
  });

  it('will not end is ended', async () => {
    const { connection } = await connected('stubborn');
    await connection.close();
  });
});
