import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { showInputBox, showQuickPick } from '../plainWindow';

/** A value that a server of a configuration file needs from the user. */
export interface AskedInput {
  /** The file that asks for it. */
  readonly file: string;
  readonly id: string;
  readonly server: string;
  readonly description: string;
  readonly isPassword: boolean;
  readonly default?: string;
  readonly options?: readonly string[];
}

/**
 * Answers to the inputs of `.vscode/mcp.json` files, in the editor's secret storage. Servers that need the same one
 * share its question.
 */
export class McpInputs {
  readonly #asking = new Map<string, Promise<boolean>>();
  /** A box that opens closes the one before, so each waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store'>) {}

  /** Undefined: never answered. */
  async read(input: AskedInput): Promise<string | undefined> {
    return this.secrets.get(keyOf(input));
  }

  /** Resolves with true once the user has answered, or with false if they cancelled; it can be asked again then. */
  ask(input: AskedInput): Promise<boolean> {
    const key = keyOf(input);
    const asking = this.#asking.get(key) ?? this.#ask(key, input).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #ask(key: string, input: AskedInput): Promise<boolean> {
    const asked = this.#last.then(() => askFor(input));
    this.#last = asked.catch(() => undefined);
    const answer = await asked;
    if (answer === undefined) return false;
    await this.secrets.store(key, answer);
    return true;
  }
}

function keyOf({ file, id }: AskedInput): string {
  return `pollux.mcpInput.${JSON.stringify([file, id])}`;
}

async function askFor({ server, id, description, isPassword, options, ...input }: AskedInput) {
  const title = l10n.t('The MCP server “{0}” needs {1}', server, id);
  if (options) {
    const picked = await showQuickPick(
      options.map(label => ({ label })),
      { title, placeHolder: description, ignoreFocusOut: true },
    );
    return picked?.label;
  }
  return showInputBox({
    title,
    prompt: description,
    password: isPassword,
    ignoreFocusOut: true,
    ...(input.default !== undefined && { value: input.default }),
  });
}
