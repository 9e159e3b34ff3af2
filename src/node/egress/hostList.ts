import type { HostList } from '../../agent/ports/egress';
import { bareHost } from '../web/addresses';

/** The first list that excludes the host of an address; undefined: it may be reached. */
export function listWithout(url: URL, lists: readonly HostList[]): HostList | undefined {
  return lists.find(({ hosts }) => hosts.length > 0 && !hosts.some(entry => isHost(url, entry)));
}

/** Whether a list entry matches the host of an address; case-insensitive. */
function isHost(url: URL, written: string): boolean {
  const entry = written.trim().toLowerCase();
  const host = bareHost(url);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (entry.startsWith('*.')) {
    const [, suffix = '', its = port] = /^\*(\..*?)(?::(\d+))?$/.exec(entry) ?? [];
    return host.endsWith(suffix) && host.length > suffix.length && its === port;
  }
  return entry === host || entry === `${host}:${port}` || entry === `[${host}]:${port}` || entry === `[${host}]`;
}
