import type { SandboxProfile } from '../../agent/ports/sandbox';
import type { SandboxBlock } from '../../shared/sandbox';
import { isWithin } from './bubblewrap';
import { REFUSAL_MARK, type Refused } from './networkProxy';

/** How programs say that a name leads nowhere or that there is no network; a group is the host, where it is named. */
const NETWORK: readonly RegExp[] = [
  /Could not resolve (?:host|proxy): ([\w.-]+)/g,
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/g,
  /(?:unable to resolve host address|could not resolve|Failed to resolve) ['‘"]?([\w.-]+)/gi,
  /Could not resolve hostname ([\w.-]+)/gi,
  /Couldn't resolve host(?:name)? ['"]?([\w.-]+)/g,
  /Temporary failure resolving '([\w.-]+)'/g,
  /lookup ([\w.-]+)(?: on [\d.:]+)?: /g,
  /HTTPSConnectionPool\(host='([\w.-]+)'/g,
  /UnknownHostException: ([\w.-]+)/g,
  /could not translate host name "([\w.-]+)"/g,
  /getaddrinfo for ([\w.-]+) failed/g,
  /connection to "?([\w.-]+)"?:\d+ \((?:getaddrinfo|Socket::ResolutionError)/g,
  /([\w-]+(?:\.[\w-]+)+): (?:Temporary failure in name resolution|Name or service not known)/g,
  /Temporary failure in name resolution|Name or service not known|Network is unreachable|ENETUNREACH|No address associated with hostname|nodename nor servname/g,
];
const PATH = String.raw`['"‘“\x60]?(~?\.{0,2}\/?[^\s'"’”\x60:,]+)['"’”\x60]?`;
const READ_ONLY: readonly RegExp[] = [
  new RegExp(`${PATH}: Read-only file system`, 'g'),
  new RegExp(`EROFS: read-only file system, \\w+ ${PATH}`, 'g'),
  new RegExp(`Read-only file system: ${PATH}`, 'g'),
  /Read-only file system/g,
];
const DENIED = new RegExp(
  `${PATH}: (?:Permission denied|can only add regular files)|EACCES: permission denied, \\w+ ${PATH}|Permission denied: ${PATH}`,
  'g',
);

const NOTHING_REFUSED: Refused = { hosts: [], notes: [] };

/** What a sandbox kept a command from, by what its proxy refused and what the command said; null for one that got all it wanted. */
export function blockedBy(
  { exitCode, output }: { readonly exitCode: number | null; readonly output: string },
  { profile, refused = NOTHING_REFUSED }: { readonly profile: SandboxProfile; readonly refused?: Refused },
): SandboxBlock | null {
  const text = output.slice(-64 * 1024);
  // What works without an answer, such as a search for updates, did not need one, unless it shows the refusal.
  const isFailed = exitCode !== 0 || text.includes(REFUSAL_MARK);
  const { network } = profile;
  const named = isFailed && network !== 'all' ? found(NETWORK, text) : [];
  // A host that is open and still not found is one that the program doesn't ask the proxy for.
  const isOpen = (name: string) => network !== 'all' && network.hosts.some(each => each.replace(/:\d+$/, '') === name);
  const hosts = [...new Set([...refused.hosts, ...named.filter(name => name.includes('.') && !isOpen(name))])];
  const denied = found([DENIED], text);
  const writes = isFailed ? [...new Set(found(READ_ONLY, text))] : [];
  const hidden = isFailed ? profile.hidden.filter(path => denied.some(each => isAbout(each, path))) : [];
  const isNetwork = hosts.length > 0 || named.length > 0;
  const { notes } = refused;
  if (!isNetwork && writes.length === 0 && hidden.length === 0 && notes.length === 0) return null;
  return {
    ...{ hosts, isNetwork, writes: writes.filter(path => path !== ''), hidden },
    ...(notes.length > 0 && { notes }),
    ...(!isFailed && { isDispensable: true }),
  };
}

/** The first group of each match, empty where there is none. */
function found(patterns: readonly RegExp[], text: string): string[] {
  return patterns.flatMap(pattern => [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? ''));
}

function isAbout(said: string, path: string): boolean {
  const name = said.replace(/^(?:~|\.{1,2})?\//, '');
  return said === path || isWithin(said, path) || path.endsWith(`/${name}`) || path.includes(`/${name.split('/')[0]}`);
}
