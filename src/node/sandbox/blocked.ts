import type { SandboxProfile } from '../../agent/ports/sandbox';
import type { SandboxBlock } from '../../shared/sandbox';
import { isWithin } from './bubblewrap';

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
  `${PATH}: Permission denied|EACCES: permission denied, \\w+ ${PATH}|Permission denied: ${PATH}`,
  'g',
);

/** What a sandbox kept a command from, by what its proxy refused and what the command said; null for one that worked. */
export function blockedBy(
  { exitCode, output }: { readonly exitCode: number | null; readonly output: string },
  { profile, refused }: { readonly profile: SandboxProfile; readonly refused: readonly string[] },
): SandboxBlock | null {
  const isFailed = exitCode !== 0;
  const text = output.slice(-64 * 1024);
  const isOpen = profile.network === 'all';
  const named = isFailed && !isOpen ? found(NETWORK, text) : [];
  const hosts = [...new Set([...refused, ...named.filter(name => name.includes('.'))])];
  const denied = found([DENIED], text);
  const writes = isFailed ? [...new Set(found(READ_ONLY, text))] : [];
  const hidden = isFailed ? profile.hidden.filter(path => denied.some(each => isAbout(each, path))) : [];
  const isNetwork = hosts.length > 0 || named.length > 0;
  if (!isNetwork && writes.length === 0 && hidden.length === 0) return null;
  return { hosts, isNetwork, writes: writes.filter(path => path !== ''), hidden };
}

/** The first group of each match, empty where there is none. */
function found(patterns: readonly RegExp[], text: string): string[] {
  return patterns.flatMap(pattern => [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? ''));
}

function isAbout(said: string, path: string): boolean {
  const name = said.replace(/^(?:~|\.{1,2})?\//, '');
  return said === path || isWithin(said, path) || path.endsWith(`/${name}`) || path.includes(`/${name.split('/')[0]}`);
}
