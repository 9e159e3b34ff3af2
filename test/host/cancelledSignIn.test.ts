import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createMcpCommands } from '../../src/extension/mcp/mcpCommands';
import type { WindowMcp } from '../../src/extension/mcp/windowMcp';
import { SignInError } from '../../src/shared/errors';
import { signInWithProgress } from '../../src/vscode/authentication/mcpBrowser';

describe('A sign-in to an MCP server', () => {
  const window = vscode.window as Pick<typeof vscode.window, 'withProgress'> & { showErrorMessage: unknown };
  const { withProgress, showErrorMessage } = window;
  const said: unknown[] = [];
  let token: vscode.CancellationTokenSource;
  beforeEach(() => {
    said.length = 0;
    token = new vscode.CancellationTokenSource();
    window.withProgress = async (_, task) => task({ report: () => undefined }, token.token);
    window.showErrorMessage = async (text: unknown) => void said.push(text);
  });
  afterEach(() => Object.assign(window, { withProgress, showErrorMessage }));

  /** As it arrives from the bundle that signs in, whose classes are others. */
  const fromElsewhere = ({ name, message }: Error): never => {
    throw Object.assign(new Error(message), { name });
  };
  /** Signs in, until `end` says how that ends. */
  const signInUntil = (end: (fail: () => void) => void) => {
    const signIn = (server: string) =>
      signInWithProgress(
        server,
        signal =>
          new Promise((_, reject) => {
            const fail = () => reject(new SignInError('It asks you to sign in.'));
            signal.addEventListener('abort', fail);
            end(fail);
          }),
      ).catch(fromElsewhere);
    const mcp = { servers: { load: async () => undefined }, signIn } as unknown as WindowMcp;
    const commands = createMcpCommands({
      home: '',
      folders: () => [],
      open: async () => mcp,
      reread: async () => undefined,
    });
    return commands['mcp.signIn']({ id: 'mail', server: 'mail', label: 'mail' });
  };

  it('that the user cancels needs no message', async () => {
    await signInUntil(() => token.cancel());
    assert.deepEqual(said, []);
  });

  it('says why it failed', async () => {
    await signInUntil(fail => fail());
    assert.deepEqual(said, ['It asks you to sign in.']);
  });
});
