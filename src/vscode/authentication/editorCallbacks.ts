import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Log } from '../../agent/ports/log';
import { readPageCallback, type Landing } from '../../node/credentials/callback';

const PATH = '/auth';

/**
 * The editor's addresses that belong to this extension, such as `vscode://pollux-dev.pollux/auth`. Anybody can open one:
 * what does not carry the nonce of a sign-in that waits in this window is left alone, and nothing of it is shown.
 */
export class EditorCallbacks implements vscode.UriHandler {
  readonly #base: string;
  readonly #log: Log;
  /** Each takes an address, and says whether it was its own. */
  readonly #waiting = new Set<(address: string) => boolean>();

  /** `extension`: the id. */
  constructor(extension: string, log: Log) {
    this.#base = `${vscode.env.uriScheme}://${extension}${PATH}`;
    this.#log = log;
  }

  handleUri({ path, query }: vscode.Uri): void {
    // The query is decoded by now, so that these stand for themselves.
    const address = `${this.#base}?${query.replace(/[+#]/g, encodeURIComponent)}`;
    const isTaken = path === PATH && [...this.#waiting].some(take => take(address));
    if (!isTaken) this.#log.warn('The editor was opened by an address that no sign-in of this window waits for.');
  }

  /** Where the editor is reached from the person's browser; with a query, where that is to arrive. */
  async address(query = ''): Promise<string> {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(`${this.#base}${query}`));
    return external.toString(true); // encoded, the signs that part the query would no longer do so
  }

  /** Waits for a browser that `page` sends on to the editor. */
  async land(page: string): Promise<Landing> {
    const nonce = randomBytes(32).toString('hex');
    // Encoded once more than it need be, as such pages know it from the editor's own sign-ins.
    const state = encodeURIComponent(await this.address(`?nonce=${nonce}`));
    const read = (address: string) => readPageCallback(address, { state, nonce });
    const { address, close } = this.wait(text => read(text) !== undefined);
    const callback = address.then(text => read(text) ?? { refusal: 'unknown' });
    return { redirect: page, state, callback, read, close };
  }

  /** Waits for an address of the editor that `isOurs` takes. */
  wait(isOurs: (address: string) => boolean): { readonly address: Promise<string>; readonly close: () => void } {
    let take: (address: string) => boolean = () => false;
    const address = new Promise<string>(resolve => {
      take = found => {
        if (!isOurs(found)) return false;
        this.#waiting.delete(take);
        resolve(found);
        return true;
      };
    });
    this.#waiting.add(take);
    return { address, close: () => void this.#waiting.delete(take) };
  }
}
