import { lookup } from 'node:dns/promises';
import * as l10n from '@vscode/l10n';
import { EgressError } from '../../shared/errors';
import { reachOf, type Reach } from './addresses';

/** Returns all addresses of a name; rejects if there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export async function resolveAll(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/**
 * Pins each server name to the kind of network it first resolved to: the internet, the local network or this machine.
 * A name that changes later could send requests to hosts that its owner can't reach.
 */
export class PinnedNames {
  readonly #known = new Map<string, ReadonlySet<Reach>>();

  constructor(private readonly resolve: Resolve = resolveAll) {}

  /** The only address to connect to. Throws `EgressError`; rejects like `resolve`. */
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
