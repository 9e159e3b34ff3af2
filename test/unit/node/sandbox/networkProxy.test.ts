import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNetworkProxy, type AllowedHosts, type Refused } from '../../../../src/node/sandbox/networkProxy';

const ADDRESSES: Readonly<Record<string, string>> = { 'mirror.corp': '10.1.2.3' };

describe('The proxy of the sandbox', () => {
  let root: string;
  before(() => (root = mkdtempSync(join(tmpdir(), 'pollux-proxy-test-'))));
  after(() => rmSync(root, { recursive: true, force: true }));

  /** What is answered to a request without a body, and what was refused. */
  const ask = async (
    allowed: AllowedHosts,
    head: string,
  ): Promise<{ readonly said: string; readonly refused: Refused }> => {
    const proxy = await openNetworkProxy(join(root, 'socket'), allowed, async host => {
      const address = ADDRESSES[host];
      if (address === undefined) throw new Error('ENOTFOUND');
      return [{ address }];
    });
    try {
      const said = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(proxy.path, () => socket.write(`${head}\r\n\r\n`));
        socket.on('data', chunk => (text += chunk.toString())).on('close', () => resolve(text));
        socket.on('error', reject);
      });
      return { said, refused: proxy.refused() };
    } finally {
      proxy.close();
    }
  };
  const tunnel = (allowed: AllowedHosts, place: string) => ask(allowed, `CONNECT ${place} HTTP/1.1\r\nHost: ${place}`);

  it('names the host that it refuses, to the program as well', async () => {
    const { said, refused } = await tunnel({ hosts: [] }, 'registry.npmjs.org:443');
    assert.match(said, /^HTTP\/1\.1 403 [\s\S]*Pollux sandbox: registry\.npmjs\.org is not allowed\.\n$/);
    assert.deepEqual(refused, { hosts: ['registry.npmjs.org'], notes: [] });
    const plain = await ask({ hosts: [] }, 'GET http://db.org:8080/x HTTP/1.1\r\nHost: db.org\r\nConnection: close');
    assert.match(plain.said, /403[\s\S]*Pollux sandbox: db\.org:8080 is not allowed\./);
    assert.deepEqual(plain.refused, { hosts: ['db.org:8080'], notes: [] });
  });

  it('says where an allowed name leads if that is private, and asks for it with its port', async () => {
    const { said, refused } = await tunnel({ hosts: ['mirror.corp'] }, 'mirror.corp:443');
    assert.match(said, /mirror\.corp is at the private address 10\.1\.2\.3/);
    const why = 'mirror.corp is at the private address 10.1.2.3';
    assert.deepEqual(refused, { hosts: ['mirror.corp:443'], notes: [why] });
  });

  it('asks for a private address and its port together, because nothing else opens it', async () => {
    for (const hosts of [[], ['10.1.2.3'], ['*']]) {
      const { said, refused } = await tunnel({ hosts }, '10.1.2.3:80');
      assert.match(said, /10\.1\.2\.3 is a private address/);
      assert.deepEqual(refused, { hosts: ['10.1.2.3:80'], notes: ['10.1.2.3 is a private address'] });
    }
  });

  it('refuses nothing that is allowed and does not exist', async () => {
    const { said, refused } = await tunnel({ hosts: ['*.org'] }, 'nowhere.org:443');
    assert.match(said, /^HTTP\/1\.1 502 [\s\S]*nowhere\.org couldn't be resolved/);
    assert.deepEqual(refused, { hosts: [], notes: [] });
  });

  it('offers no way to a host that a rule denies, even where all are open', async () => {
    const { refused } = await tunnel({ hosts: ['*'], denied: ['evil.org'] }, 'www.evil.org:443');
    assert.deepEqual(refused, { hosts: [], notes: ['a policy rule denies www.evil.org'] });
    const other = await tunnel({ hosts: ['*'], denied: ['evil.org'] }, 'good.org:443');
    assert.match(other.said, /502/);
  });
});
