import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Log } from '../../agent/ports/log';
import { readPageCallback, type Landing } from '../../node/credentials/callback';

const PATH = '/auth';

/**
 * The editor's addresses that belong to this extension, such as `vscode://pollux-dev.pollux/auth`. Anyone can open
 * one: an address without the nonce of a sign-in pending in this window is ignored, and nothing of it is shown.
 */
export class EditorCallbacks implements vscode.UriHandler {
  readonly #base: string;
  readonly #log: Log;
  /** Each receives an address and returns whether it belongs to its sign-in. */
  readonly #waiting = new Set<(address: string) => boolean>();

  /** `extension`: this extension's id. */
  constructor(extension: string, log: Log) {
    this.#base = `${vscode.env.uriScheme}://${extension}${PATH}`;
    this.#log = log;
  }

  handleUri({ path, query }: vscode.Uri): void {
    // The query is already decoded, so these characters are literal and must be encoded again.
    const address = `${this.#base}?${query.replace(/[+#]/g, encodeURIComponent)}`;
    const isTaken = path === PATH && [...this.#waiting].some(take => take(address));
    if (!isTaken) this.#log.warn('The editor was opened by an address that no sign-in of this window waits for.');
  }

  /** The address at which the user's browser reaches the editor, with `query` if given. */
  async address(query = ''): Promise<string> {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(`${this.#base}${query}`));
    return external.toString(true); // encoding would also encode the query's separators
  }

  /** Waits for a browser that `page` redirects to the editor. */
  async land(page: string): Promise<Landing> {
    const nonce = randomBytes(32).toString('hex');
    // Encoded once more than necessary, because such pages expect it from the editor's own sign-ins.
    const state = encodeURIComponent(await this.address(`?nonce=${nonce}`));
    const read = (address: string) => readPageCallback(address, { state, nonce });
    const { address, close } = this.wait(text => read(text) !== undefined);
    const callback = address.then(text => read(text) ?? { refusal: 'unknown' });
    return { redirect: page, state, callback, read, close };
  }

  /** Waits for an address of the editor that `isOurs` accepts. */
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
