import assert from 'node:assert/strict';
import type { ChatHost, ToHost, ToView } from '../../../src/shared/protocol';
import { answer, connectHost } from '../../../src/shared/rpc';

describe('rpc', () => {
  const connect = (host: Partial<ChatHost>) => {
    const replies: Promise<void>[] = [];
    const connection = connectHost(
      ['submit', 'stop', 'ready'],
      message => {
        replies.push(answer(() => host as ChatHost, message, receive));
      },
      () => 'chat',
    );
    const receive = (message: ToView) => 'reply' in message && connection.receive(message);
    return connection;
  };

  it('carries a call and its arguments to the host', async () => {
    const said: string[] = [];
    const { host } = connect({ submit: async text => void said.push(text) });
    await host.submit('Hello');
    assert.deepEqual(said, ['Hello']);
  });

  it('tells the host which chat was shown as the call was made', async () => {
    const asked: string[] = [];
    let shown = 'one';
    const hostOf = (chat: string) => ({ stop: async () => void asked.push(chat) }) as ChatHost;
    const connection = connectHost(
      ['stop'],
      message => void answer(hostOf, message, reply => 'reply' in reply && connection.receive(reply)),
      () => shown,
    );
    const first = connection.host.stop();
    shown = 'two';
    await Promise.all([first, connection.host.stop()]);
    assert.deepEqual(asked, ['one', 'two']);
  });

  it('rejects with the error of the host', async () => {
    const { host } = connect({ submit: () => Promise.reject(new Error('No.')) });
    await assert.rejects(host.submit('Hello'), /^Error: No\.$/);
  });

  it('rejects what is still open when it is closed', async () => {
    const connection = connectHost(
      ['stop'],
      () => undefined,
      () => '',
    );
    const stopping = connection.host.stop();
    connection.close();
    await assert.rejects(stopping, /closed/);
  });

  it('refuses methods that the host does not have of its own', async () => {
    for (const method of ['toString', 'constructor', '__proto__', 'nothing']) {
      const replies: ToView[] = [];
      const message: ToHost = { call: 1, chat: '', method, args: [] };
      await answer(
        () => ({}) as ChatHost,
        message,
        reply => replies.push(reply),
      );
      assert.deepEqual(replies, [{ reply: 1, error: `Unknown method: ${method}` }]);
    }
  });

  it('ignores what is no call', async () => {
    for (const message of [null, 1, 'x', {}, { call: 'x', method: 'stop', args: [] }, { call: 1, method: 'stop' }]) {
      await answer(
        () => ({}) as ChatHost,
        message,
        () => assert.fail('answered'),
      );
    }
  });
});
