import { lookup } from 'node:dns/promises';
import * as l10n from '@vscode/l10n';
import { EgressError } from '../../shared/errors';
import { reachOf, type Reach } from './addresses';

/** All addresses of a name; rejects where there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export async function resolveAll(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/**
 * Names of servers, each of which stays where it was when it was looked up first: on the internet, in the network, or on this
 * machine. One that later leads elsewhere would have requests sent to what its owner can't reach.
 */
export class PinnedNames {
  readonly #known = new Map<string, ReadonlySet<Reach>>();

  constructor(private readonly resolve: Resolve = resolveAll) {}

  /** The address to connect to, and no other. Throws `EgressError`; rejects as `resolve` does. */
  async addressOf(name: string): Promise<string> {
    const addresses = await this.resolve(name);
    const [first] = addresses;
    const reaches = new Set(addresses.map(reachOf));
    const isMixed = reaches.has('public') && reaches.size > 1;
    if (first === undefined || reaches.has('link') || isMixed) throw refused(name, addresses);
    const known = this.#known.get(name) ?? reaches;
    this.#known.set(name, known);
    if (![...reaches].every(reach => known.has(reach))) throw moved(name, addresses);
    return first;
  }
}

function refused(name: string, addresses: readonly string[]): EgressError {
  return new EgressError(
    l10n.t(
      'Nothing was sent to {0}: it resolves to {1}, an address that isn’t allowed for servers.',
      name,
      addresses.join(', ') || '–',
    ),
  );
}

function moved(name: string, addresses: readonly string[]): EgressError {
  return new EgressError(
    l10n.t(
      'Nothing was sent to {0}: it now resolves to {1}, in a different network than before. If you expect this, reload the window.',
      name,
      addresses.join(', '),
    ),
  );
}
