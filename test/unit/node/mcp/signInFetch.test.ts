import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSignInFetch } from '../../../../src/node/mcp/signInFetch';
import { SignInError } from '../../../../src/shared/errors';
import { openEgress } from '../../../support/egress';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'inside.example': ['10.1.2.3'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'here.example': ['127.0.0.1'],
};

describe('A request on the way of a sign-in', () => {
  const refused = async (server: string, url: string) => {
    const ask = createSignInFetch({ egress: openEgress(), address: server, resolve: async name => NAMES[name] ?? [] });
    await assert.rejects(ask(url), (error: unknown) => {
      assert.ok(error instanceof SignInError);
      assert.match(error.message, /isn’t allowed|couldn’t be reached/, url);
      return true;
    });
  };

  it('goes to no private address for a public server, whatever it is called', async () => {
    const urls = [
      'http://127.0.0.1:9/x',
      'https://127.0.0.1:9/x',
      'https://localhost:9/x',
      'https://[::1]:9/x',
      'https://[::ffff:127.0.0.1]:9/x',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://10.0.0.1/',
      'https://192.168.0.1/',
      'https://[fd00::1]/',
      'https://inside.example/',
      'https://mixed.example/',
      'https://here.example/',
      'https://metadata.example/',
      'http://169.254.169.254/latest/meta-data',
      'http://public.example/',
      'https://user:word@public.example/',
      'ftp://public.example/',
      'https://unknown.example/',
    ];
    for (const url of urls) await refused('https://public.example/mcp', url);
  });

  it('goes from a server of the network to the network, and from one of this machine to this machine', async () => {
    for (const url of ['https://127.0.0.1:9/', 'https://169.254.169.254/', 'http://10.1.2.4/'])
      await refused('https://inside.example/mcp', url);
    for (const url of ['https://169.254.169.254/', 'https://metadata.example/'])
      await refused('http://127.0.0.1:1/mcp', url);
    const server = createServer((_, response) => response.end('{"fine":true}'));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const ask = createSignInFetch({
        egress: openEgress(),
        address: 'http://here.example/mcp',
        resolve: async name => NAMES[name] ?? [],
      });
      assert.deepEqual(await (await ask(url)).json(), { fine: true });
    } finally {
      server.close();
    }
  });

  it('takes no more than a document', async () => {
    const server = createServer((_, response) => response.end(Buffer.alloc(3_000_000, 'x')));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const text = await (await createSignInFetch({ egress: openEgress(), address: url })(url)).text();
      assert.ok(text.length <= 1_000_000);
    } finally {
      server.close();
    }
  });
});
