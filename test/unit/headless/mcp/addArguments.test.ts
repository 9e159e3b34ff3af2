import assert from 'node:assert/strict';
import { readAddArguments } from '../../../../src/headless/mcp/addArguments';
import { InputError } from '../../../../src/headless/commandLine';

const read = (line: string) => readAddArguments(line.split(' '));

describe('The arguments of pollux mcp add', () => {
  it('are those of a program and what it takes', () => {
    assert.deepEqual(read('fs npx -y @scope/server --port 80 /tmp'), {
      name: 'fs',
      scope: 'project',
      transport: 'stdio',
      row: { command: 'npx', args: ['-y', '@scope/server', '--port', '80', '/tmp'] },
    });
    assert.deepEqual(read('-s user -e A=1 -e B=x=y fs cmd').row, { command: 'cmd', env: { A: '1', B: 'x=y' } });
  });

  it('are options before, between and behind, until two hyphens end them', () => {
    const { row, scope } = read(
      '--scope=user fs cmd --timeout 5000 --trust --description it --include-tools a,b --excludeTools c -- -s project --trust',
    );
    assert.equal(scope, 'user');
    assert.deepEqual(row, {
      command: 'cmd',
      args: ['-s', 'project', '--trust'],
      timeout: 5000,
      trust: true,
      description: 'it',
      includeTools: ['a', 'b'],
      excludeTools: ['c'],
    });
  });

  it('are an address with headers for the transports that have one', () => {
    for (const transport of ['http', 'sse'] as const) {
      const args = [
        '-t',
        transport,
        '-H',
        'X-A: b: c',
        '-H',
        'Authorization: Bearer $T',
        'web',
        'https://a.example/mcp',
      ];
      assert.deepEqual(readAddArguments(args), {
        name: 'web',
        scope: 'project',
        transport,
        row: { url: 'https://a.example/mcp', type: transport, headers: { 'X-A': 'b: c', Authorization: 'Bearer $T' } },
      });
    }
  });

  it('are an address without a transport, which is tried as both', () => {
    const { transport, row } = read('x https://a.example/mcp -H X:y');
    assert.deepEqual([transport, row], ['http or sse', { url: 'https://a.example/mcp', headers: { X: 'y' } }]);
    assert.equal(read('-t stdio x https://a.example/mcp').row.command, 'https://a.example/mcp');
  });

  it('are refused where they make no server, and no secret is said', () => {
    for (const line of [
      '',
      'x',
      '-s everywhere x y',
      '-t tcp x y',
      '-t http x y',
      '-t http x https://a.example more',
      '--timeout soon x y',
      'x y -e',
      '--scop user x y',
      'x --tiemout 5 y',
      '--help x',
      'x\u202Ey run',
      'x* run',
      '"x" run',
    ])
      assert.throws(() => read(line), InputError, line);
    assert.throws(
      () => readAddArguments(['x', 'y', '-e', 'CANARY']),
      (error: Error) => !error.message.includes('CANARY'),
    );
  });
});
