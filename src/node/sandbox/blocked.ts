import type { CommandEnd, SandboxProfile } from '../../agent/ports/sandbox';
import type { SandboxBlock } from '../../shared/sandbox';
import { isWithin } from './bubblewrap';
import { REFUSAL_MARK, type Refused } from './networkProxy';

/** Messages of programs about an unknown host or missing network; the group is the host, if named. */
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
  // A folder that contains protected files can't be renamed, and nothing can be renamed or linked across its border.
  /Invalid cross-device link|EXDEV: cross-device link|Device or resource busy|EBUSY: resource busy/g,
];
const DENIED = new RegExp(
  `${PATH}: (?:Permission denied|can only add regular files)|EACCES: permission denied, \\w+ ${PATH}|Permission denied: ${PATH}`,
  'g',
);

const NOTHING_REFUSED: Refused = { hosts: [], notes: [] };

/** What a sandbox blocked, from the proxy's refusals and the command's output; null if nothing was blocked. */
export function blockedBy(
  { exitCode, output, isOfPart = false }: CommandEnd,
  { profile, refused = NOTHING_REFUSED }: { readonly profile: SandboxProfile; readonly refused?: Refused },
): SandboxBlock | null {
  const text = output.slice(-64 * 1024);
  // A command that succeeds didn't need the blocked request (such as an update check), unless its output shows the
  // refusal.
  const isFailed = exitCode !== 0 || text.includes(REFUSAL_MARK) || (isOfPart && tellsOfBlock(text));
  const { network } = profile;
  const named = isFailed && network !== 'all' ? found(NETWORK, text) : [];
  // An allowed host that isn't found means that the program doesn't use the proxy.
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

function tellsOfBlock(text: string): boolean {
  return [...NETWORK, ...READ_ONLY].some(pattern => text.search(pattern) >= 0);
}

/** The first group of each match, empty if there is none. */
function found(patterns: readonly RegExp[], text: string): string[] {
  return patterns.flatMap(pattern => [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? ''));
}

function isAbout(said: string, path: string): boolean {
  const name = said.replace(/^(?:~|\.{1,2})?\//, '');
  return said === path || isWithin(said, path) || path.endsWith(`/${name}`) || path.includes(`/${name.split('/')[0]}`);
}
