import { BlockList, isIP } from 'node:net';
import { ToolError } from '../../shared/errors';

/** IPv4 networks outside the public internet (RFC 6890 and its successors, and Azure's metadata address). */
const PRIVATE_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Only 2000::/3 is public IPv6, except for documentation addresses and those that contain an IPv4 address. */
const PRIVATE_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function listOf(rows: typeof PRIVATE_IPV4, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of rows) list.addSubnet(network, prefix, family);
  return list;
}

const PRIVATE = { 4: listOf(PRIVATE_IPV4, 'ipv4'), 6: listOf(PRIVATE_IPV6, 'ipv6') };

/** Whether an IP address is on the public internet. False for anything that isn't an IP address. */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  if (version === 4) return !PRIVATE[4].check(plain, 'ipv4');
  return version === 6 && !PRIVATE[6].check(plain, 'ipv6');
}

/** The network that an address is in. `link`: link-local, where only the machine's own services are. */
export type Reach = 'public' | 'private' | 'link' | 'loopback';

export function reachOf(address: string): Reach {
  if (isPublicAddress(address)) return 'public';
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d)/, '');
  if (/^127\.|^::1$/.test(plain)) return 'loopback';
  return /^(?:169\.254\.|168\.63\.129\.16$|fe[89ab]|0\.|::$)/.test(plain) ? 'link' : 'private';
}

/** Names that are only valid inside a network. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|test|invalid)$/;
/** Ports of other protocols, which a request could be abused to speak; browsers block them, too. */
const FOREIGN_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211,
]);

export interface CheckedUrl {
  readonly url: URL;
  /** Whether a setting allows the host, so that its address may be private. */
  readonly isAllowed: boolean;
}

/**
 * Checks an address without resolving its name. `allowed`: private hosts that a setting allows, each `host`,
 * `host:port` or `*.suffix`. Throws `ToolError` `web_fetch_blocked_host`.
 */
export function checkUrl(text: string, allowed: readonly string[]): CheckedUrl {
  if (!URL.canParse(text)) throw blocked(text, "it isn't an address");
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw blocked(text, 'only http and https are fetched');
  if (url.username !== '' || url.password !== '') throw blocked(text, 'it carries a user name or password');
  const isAllowed = allowed.some(entry => isHost(url, entry.toLowerCase()));
  if (isAllowed) return { url, isAllowed };
  if (FOREIGN_PORTS.has(Number(url.port))) throw blocked(text, `port ${url.port} belongs to another protocol`);
  const host = bareHost(url);
  const isPublic = isIP(host) > 0 ? isPublicAddress(host) : host.includes('.') && !PRIVATE_NAME.test(host);
  if (!isPublic) throw blocked(text, `${host} is not a public host`);
  return { url, isAllowed };
}

/** The host without brackets and without a trailing dot. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function blocked(url: string, why: string): ToolError {
  return new ToolError('web_fetch_blocked_host', `${url} is not fetched: ${why}.`);
}

function isHost(url: URL, entry: string): boolean {
  const host = bareHost(url);
  if (entry.startsWith('*.')) return host.endsWith(entry.slice(1)) && host.length > entry.length - 1;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return entry === host || entry === `${host}:${port}` || entry === `[${host}]:${port}` || entry === `[${host}]`;
}
