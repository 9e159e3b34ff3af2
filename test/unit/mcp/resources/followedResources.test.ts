import assert from 'node:assert/strict';
import { FollowedList } from '../../../../src/agent/context/followedList';
import type { Followed } from '../../../../src/agent/ports/followed';
import { followedAgain } from '../../../../src/mcp/resources/followedAgain';
import { mcpMentions } from '../../../../src/mcp/resources/resourceMentions';
import type { FilePart } from '../../../../src/shared/messages';
import { fakeServers, type FakeServer } from '../../../support/fakeMcp';
import { text } from '../../../support/gemini/replies';
import { startGeminiServer } from '../../../support/geminiServer';
import { promptTools } from '../../../support/promptTools';
import { openSession, sessionOptions } from '../../../support/testSession';

const { signal } = new AbortController();
const URI = 'memo://today';

/** A chat to which a resource of a server was attached. */
async function attached(server: FakeServer) {
  const { registry, opened } = fakeServers({ notes: server });
  await registry.connectAll();
  const followed = new FollowedList();
  const tools = { ...promptTools(() => undefined), follow: (each: Followed) => followed.add(each) };
  const parts = await mcpMentions(() => registry).expand(`notes:${URI}`, tools);
  const changed = (uri = URI) => opened.at(-1)?.options.events.onResourceUpdated(uri);
  return { registry, opened, followed, parts, changed, mcp: registry.get('notes') };
}

const notes = (): Required<Pick<FakeServer, 'resources' | 'subscribed'>> => ({
  resources: { [URI]: 'Buy milk.' },
  subscribed: new Set(),
});

describe('a resource of a server that is attached to a chat', () => {
  it('is marked as the server’s, and subscribed', async () => {
    const server = notes();
    const { parts } = await attached(server);
    assert.deepEqual(parts, [
      {
        ...{ type: 'file', source: 'resource', path: `notes:${URI}` },
        text: '<untrusted_server_output server="notes">\nBuy milk.\n</untrusted_server_output>',
      },
    ]);
    assert.deepEqual([...server.subscribed], [URI]);
  });

  it('is told once when it has changed, with what it is now', async () => {
    const server = notes();
    const { followed, changed } = await attached(server);
    assert.deepEqual(await followed.news(signal), []);
    server.resources[URI] = 'Buy bread.';
    changed();
    changed();
    const [news = '', ...others] = await followed.news(signal);
    assert.match(news, /^\[The resource "memo:\/\/today" of the MCP server "notes" has changed since you were told/);
    assert.match(
      news,
      /<untrusted_server_output server="notes">\n\[Resource memo:\/\/today\]\nBuy bread\.\n<\/untrusted/,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(await followed.news(signal), []);
  });

  it('is not told of where it is as it was, nor of another one', async () => {
    const { followed, changed } = await attached(notes());
    changed();
    changed('memo://todayish');
    assert.deepEqual(await followed.news(signal), []);
  });

  it('is told of where a part of it has changed', async () => {
    const server = notes();
    const { followed, changed } = await attached(server);
    server.resources[URI] = 'Buy bread.';
    changed(`${URI}/morning`);
    assert.equal((await followed.news(signal)).length, 1);
  });

  it('is cut where it has become long, and said to be gone where it is', async () => {
    const server = notes();
    const { followed, changed } = await attached(server);
    server.resources[URI] = 'x'.repeat(50_000);
    changed();
    const [long = ''] = await followed.news(signal);
    assert.ok(long.length < 21_000, String(long.length));
    assert.match(long, /\[Cut: 30000 more characters\]/);
    Reflect.deleteProperty(server.resources, URI);
    changed();
    assert.match(
      (await followed.news(signal)).join(),
      /couldn't be read again\.\]\n<untrusted.*\nThere is none\.\n<\/untrusted/,
    );
  });

  it('is subscribed anew, and looked at, after its server was away', async () => {
    const server = notes();
    const { registry, followed } = await attached(server);
    server.subscribed.clear();
    server.resources[URI] = 'Buy bread.';
    await registry.restart('notes');
    assert.deepEqual([...server.subscribed], [URI]);
    assert.equal((await followed.news(signal)).length, 1);
  });

  it('is unsubscribed when the last chat that follows it has ended', async () => {
    const server = notes();
    const { registry, followed, mcp } = await attached(server);
    const other = new FollowedList();
    const tools = { ...promptTools(() => undefined), follow: (each: Followed) => other.add(each) };
    await mcpMentions(() => registry).expand(`notes:${URI}`, tools);
    followed.end();
    assert.deepEqual([...server.subscribed], [URI]);
    assert.deepEqual(mcp?.followed.uris, [URI]);
    other.end();
    assert.deepEqual([...server.subscribed], []);
    assert.deepEqual(mcp.followed.uris, []);
  });

  it('is not followed where its server tells nobody, or it can’t be read', async () => {
    const { mcp } = await attached({ resources: { [URI]: 'Buy milk.' } });
    assert.deepEqual(mcp?.followed.uris, []);
    const server = { resources: {}, subscribed: new Set<string>() };
    await assert.rejects(attached(server), /There is none/);
    assert.deepEqual([...server.subscribed], []);
  });
});

describe('a resource that a chat brought along before its window was reloaded', () => {
  const told = (text: string): FilePart => ({
    type: 'file',
    source: 'resource',
    path: `notes:${URI}`,
    text: `<untrusted_server_output server="notes">\n${text}\n</untrusted_server_output>`,
  });
  const again = (server: FakeServer, text: string) => {
    const { registry, opened } = fakeServers({ notes: server });
    const servers = async () => {
      await registry.connectAll();
      return registry;
    };
    return { followed: followedAgain(told(text), servers), opened, registry };
  };

  it('is followed again with the first request, and told of where it is no longer as it was', async () => {
    const server = notes();
    const { followed, opened } = again(server, 'Buy eggs.');
    assert.deepEqual([...server.subscribed], [], 'no server is started for a chat in which nothing is asked');
    assert.match((await followed.news(signal)) ?? '', /has changed since you were told.*\n.*\n.*\nBuy milk\./);
    assert.deepEqual([...server.subscribed], [URI]);
    assert.equal(await followed.news(signal), undefined);
    server.resources[URI] = 'Buy bread.';
    opened.at(-1)?.options.events.onResourceUpdated(URI);
    assert.match((await followed.news(signal)) ?? '', /Buy bread\./);
    followed.end();
    assert.deepEqual([...server.subscribed], []);
  });

  it('is not told of where it is as it was, nor where its server is gone or tells nobody', async () => {
    const server = notes();
    assert.equal(await again(server, 'Buy milk.').followed.news(signal), undefined);
    assert.deepEqual([...server.subscribed], [URI]);
    assert.equal(await again({ resources: { [URI]: 'Buy milk.' } }, 'Buy eggs.').followed.news(signal), undefined);
    const gone = followedAgain(told('Buy eggs.'), async () => undefined);
    assert.equal(await gone.news(signal), undefined);
  });

  it('is what a restored session asks about before its first request', async () => {
    const asked: string[] = [];
    const server = await startGeminiServer({ apiKey: 'test-key' });
    try {
      server.reply(text('Bread, then.'));
      const options = sessionOptions({ url: server.url });
      const followAgain = ({ path }: { readonly path: string }) => ({
        ...{ id: path, end: () => undefined },
        news: async () => (asked.push(path), '[It is bread now.]'),
      });
      const { state } = openSession(options);
      const messages = [
        { id: 'm1', at: 1, role: 'user', parts: [{ type: 'text', text: 'Read it' }, told('Milk')] },
      ] as const;
      const session = openSession({ ...options, followAgain }, { restored: { ...state, messages } });
      await session.submit([{ type: 'text', text: 'What is it?' }]);
      assert.deepEqual(asked, [`notes:${URI}`]);
      assert.match(JSON.stringify(server.requests.at(-1)?.contents), /It is bread now/);
    } finally {
      await server.close();
    }
  });
});

describe('what a conversation follows', () => {
  const following = (id: string, ended: string[]): Followed => ({
    id,
    news: async () => id,
    end: () => void ended.push(id),
  });

  it('is followed once, up to a limit, and not after the end', async () => {
    const ended: string[] = [];
    const list = new FollowedList();
    list.add(following('a', ended));
    list.add(following('a', ended));
    assert.deepEqual(ended, ['a']);
    for (let i = 0; i < 50; i++) list.add(following(String(i), ended));
    assert.deepEqual(ended, ['a', 'a']);
    assert.equal((await list.news(signal)).length, 50);
    list.end();
    assert.equal(ended.length, 52);
    list.add(following('late', ended));
    assert.equal(ended.at(-1), 'late');
  });
});
