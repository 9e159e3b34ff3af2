import assert from 'node:assert/strict';
import { expandServer, type ExpandOptions } from '../../../../src/mcp/config/expandServer';
import type { ServerConfig, ServerTransport } from '../../../../src/mcp/config/serverConfig';

const OPTIONS: ExpandOptions = {
  environment: { TEAM: 'blue', GEMINI_API_KEY: 'mine' },
  home: '/home/ada',
  folder: '/w',
  input: async (_config, id) => (id === 'token' ? 'secret' : undefined),
};

function config(transport: ServerTransport, scope: ServerConfig['origin']['scope'] = 'user'): ServerConfig {
  return {
    name: 'files',
    transport,
    timeoutMs: 1,
    isTrusted: false,
    excludeTools: [],
    origin: { scope, file: '/w/.vscode/mcp.json' },
  };
}
const program = (args: readonly string[], env: Readonly<Record<string, string>> = {}): ServerTransport => ({
  kind: 'stdio',
  command: 'node',
  args,
  env,
});
const address = (url: string, headers: Readonly<Record<string, string>> = {}): ServerTransport => ({
  kind: 'http',
  url,
  headers,
});

describe('The values in the row of a server', () => {
  const expanded = async (transport: ServerTransport, scope?: ServerConfig['origin']['scope']) =>
    (await expandServer(config(transport, scope), OPTIONS)).transport;

  it('are those of variables, folders and inputs', async () => {
    const args = [
      '$TEAM',
      '${TEAM}',
      '${env:TEAM}',
      '${NONE:-red}',
      '${workspaceFolder}/a',
      '${userHome}',
      '${input:token}',
    ];
    assert.deepEqual(
      await expanded(program(args, { T: '${input:token}' })),
      program(['blue', 'blue', 'blue', 'red', '/w/a', '/home/ada', 'secret'], { T: 'secret' }),
    );
    assert.deepEqual(
      await expanded(address('https://$TEAM.example/', { X: 'a ${input:token}' })),
      address('https://blue.example/', { X: 'a secret' }),
    );
  });

  it('stay as they are written in a program where a variable is not set, and are refused in an address', async () => {
    assert.deepEqual(
      await expanded(program(['$NONE'], { A: '$NONE', B: 'x$NONE' })),
      program(['$NONE'], { B: 'x$NONE' }),
    );
    await assert.rejects(expanded(address('https://a.example/', { X: '$NONE' })), /“files” needs \$NONE/);
  });

  it('are refused anywhere where an input was not answered', async () => {
    for (const transport of [
      program(['${input:other}']),
      program([], { A: '${input:other}' }),
      program([], { A: 'x${input:other}' }),
      address('https://a.example/', { X: '${input:other}' }),
    ])
      await assert.rejects(expanded(transport), /“files” needs \$\{input:other\}/);
  });

  it('are never keys of the user’s where a folder or an extension brings the row', async () => {
    for (const scope of ['workspace', 'extension'] as const)
      assert.deepEqual(await expanded(program(['$GEMINI_API_KEY']), scope), program(['$GEMINI_API_KEY']));
    assert.deepEqual(await expanded(program(['$GEMINI_API_KEY'])), program(['mine']));
  });
});
