import assert from 'node:assert/strict';
import type { ServerOrigin } from '../../../../src/mcp/config/serverConfig';
import { readServerRow } from '../../../../src/mcp/config/readServerRow';

const home: ServerOrigin = { scope: 'user', file: '/home/.gemini/settings.json' };

describe('a row of mcpServers', () => {
  it('describes a program with all that it is started with', () => {
    const row = {
      command: 'node',
      args: ['server.js', '--fast'],
      env: { TOKEN: '$TOKEN', PORT: 1 },
      cwd: './servers',
      timeout: 30_000,
      trust: true,
      includeTools: ['a', 'b'],
      excludeTools: ['b'],
      description: 'Notes',
    };
    const { config, problems } = readServerRow('notes', row, home);
    assert.deepEqual(problems, []);
    assert.deepEqual(config, {
      name: 'notes',
      transport: {
        kind: 'stdio',
        command: 'node',
        args: ['server.js', '--fast'],
        env: { TOKEN: '$TOKEN', PORT: '1' },
        cwd: './servers',
      },
      timeoutMs: 30_000,
      isTrusted: true,
      description: 'Notes',
      includeTools: ['a', 'b'],
      excludeTools: ['b'],
      origin: home,
    });
  });

  it('is reached over HTTP or SSE as it says, and over either where it only has an address', () => {
    const kinds = [
      { url: 'https://a.example/mcp' },
      { url: 'https://a.example/mcp', type: 'http' },
      { url: 'https://a.example/mcp', type: 'streamable-http' },
      { url: 'https://a.example/mcp', type: 'sse' },
      { httpUrl: 'https://a.example/mcp' },
      { httpUrl: 'https://a.example/mcp', url: 'https://b.example', command: 'node' },
      { url: 'https://a.example/mcp', command: 'node' },
    ].map(row => readServerRow('a', row, home).config?.transport.kind);
    assert.deepEqual(kinds, ['auto', 'http', 'http', 'sse', 'http', 'http', 'auto']);
  });

  it('keeps its sign-in, with what of it is no such thing said', () => {
    const oauth = { enabled: true, clientId: 'c', scopes: ['read'], audiences: 'x', tokenUrl: 1 };
    const row = { url: 'https://a.example', oauth, authProviderType: 'google_credentials', targetAudience: 'aud' };
    const { config, problems } = readServerRow('a', row, home);
    assert.deepEqual(config?.oauth, { enabled: true, clientId: 'c', scopes: ['read'] });
    assert.equal(config.authProviderType, 'google_credentials');
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['oauth.audiences', 'oauth.tokenUrl'],
    );
  });

  it('is never trusted for a workspace or an extension', () => {
    for (const scope of ['workspace', 'extension'] as const) {
      const { config } = readServerRow('a', { command: 'node', trust: true }, { ...home, scope });
      assert.equal(config?.isTrusted, false);
    }
  });

  const broken: readonly [string, unknown, RegExp][] = [
    ['no object', 'node', /must be an object/],
    ['nothing to reach', {}, /needs "command" or "url"/],
    ['an empty command', { command: ' ' }, /is empty/],
    ['a program without a command', { type: 'stdio', url: 'https://a.example' }, /needs "command"/],
    ['an unknown transport', { type: 'websocket', url: 'wss://a.example' }, /"stdio", "http" or "sse"/],
    ['a transport that there is not', { tcp: 'localhost:1' }, /doesn't have/],
    ['no address', { url: 'not an address' }, /isn't an address/],
    ['another protocol', { url: 'file:///etc/passwd' }, /must begin with https/],
    ['a password in the address', { url: 'https://me:secret@a.example' }, /must not hold a name or a password/],
    ['arguments that are no texts', { command: 'node', args: [1] }, /list of strings/],
    ['exclusions that are no list', { command: 'node', excludeTools: 'delete' }, /list of strings/],
    ['an unknown sign-in', { url: 'https://a.example', authProviderType: 'magic' }, /one of dynamic_discovery/],
  ];
  for (const [what, row, message] of broken) {
    it(`is refused with ${what}`, () => {
      const { config, problems } = readServerRow('a', row, home);
      assert.equal(config, undefined);
      assert.match(problems.find(({ costsServer }) => costsServer)?.message ?? '', message);
    });
  }

  it('counts without a field that is wrong or unknown, which is said', () => {
    const row = { command: 'node', timeout: 'long', trust: 'yes', env: { A: [] }, colour: 'red' };
    const { config, problems } = readServerRow('a', row, home);
    assert.equal(config?.timeoutMs, 600_000);
    assert.equal(config.isTrusted, false);
    assert.deepEqual(problems.map(({ path }) => path).toSorted(), ['colour', 'env.A', 'timeout', 'trust']);
  });
});
