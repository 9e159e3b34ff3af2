import assert from 'node:assert/strict';
import { shortReason } from '../../../src/mcp/shortReason';

const ENDED = 'The MCP server “notes” ended: It ended with exit code 1.';

describe('The reason in the row of a failed server', () => {
  const cases: readonly (readonly [name: string, error: string, reason: string | undefined])[] = [
    ['says what is left without output', ENDED, 'It ended with exit code 1.'],
    [
      'leaves out what names the server',
      'The MCP server “notes” can’t be reached: bad port',
      'can’t be reached: bad port',
    ],
    ['is left out of a sign-in, which the state tells', 'The MCP server “notes” asks you to sign in.', undefined],
    ['keeps other sentences', 'There is no editor here.', 'There is no editor here.'],
    [
      'is the error of a Node.js program, not its stack',
      `${ENDED}\nnode:internal/modules/cjs/loader:1228\n  throw err;\n\nError: Cannot find module '/a.js'\n    at Module._load\n  code: 'MODULE_NOT_FOUND'\n}\n\nNode.js v22.1.0`,
      "Error: Cannot find module '/a.js'",
    ],
    [
      'is the error of a Python program, which comes last',
      `${ENDED}\nTraceback (most recent call last):\n  File "a.py", line 1\nModuleNotFoundError: No module named 'mcp'`,
      "ModuleNotFoundError: No module named 'mcp'",
    ],
    [
      'is what npm found missing, not where its log is',
      `${ENDED}\nnpm error code E404\nnpm error 404 Not Found - GET https://r.example/a\nnpm error A complete log of this run can be found in: /l`,
      'npm error 404 Not Found - GET https://r.example/a',
    ],
    ['is the last line of other output', `${ENDED}\nstarting\nno licence here\n`, 'no licence here'],
  ];
  for (const [name, error, reason] of cases) {
    it(name, () => {
      assert.equal(shortReason(error, 'notes'), reason);
    });
  }

  it('is short', () => {
    assert.equal(shortReason(`${ENDED}\n${'x'.repeat(500)}`, 'notes')?.length, 160);
  });
});
