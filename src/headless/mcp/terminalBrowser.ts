import { createInterface } from 'node:readline/promises';
import * as l10n from '@vscode/l10n';
import type { SignInBrowser } from '../../agent/ports/mcpSignIn';
import { openInBrowser } from '../../node/mcp/browserProgram';
import { landOnThisMachine } from '../../node/mcp/signInLanding';

export interface TerminalBrowserOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly err: (text: string) => void;
  /** Where the user can paste an address; absent if they can't. */
  readonly input?: NodeJS.ReadStream;
}

/**
 * The browser for a user at a terminal: opened with `BROWSER` or the system's program; the page's address is always
 * printed too.
 */
export function createTerminalBrowser({ env, err, input }: TerminalBrowserOptions): SignInBrowser {
  return {
    land: landOnThisMachine,
    async visit(page, problemOf, signal) {
      const isOpened = await openInBrowser(page, env);
      err(
        `${isOpened ? l10n.t('Sign in on the page that your browser opens:') : l10n.t('Open this page to sign in:')}\n`,
      );
      err(`${page}\n`);
      if (input?.isTTY !== true)
        return new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined)));
      err(`${l10n.t('If the last page can’t be reached, paste its address here.')}\n`);
      const lines = createInterface({ input, terminal: false });
      try {
        for (;;) {
          const text = await lines.question('', { signal }).catch(() => undefined); // the browser returned
          if (text === undefined) return undefined;
          const problem = problemOf(text);
          if (problem === undefined) return text;
          err(`${problem}\n`);
        }
      } finally {
        lines.close();
      }
    },
  };
}
