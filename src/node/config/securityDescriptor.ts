// Reads Windows security descriptors in text form (SDDL, [MS-DTYP] 2.5.1.1): "O:…G:…D:flags(ace)(ace)S:…".

/** `shared`: owned by an administrator, but others can write to it, or that is unknown. */
export type FolderOwner = 'administrator' | 'shared' | 'others';

/** The accounts that administer a machine: Administrators, SYSTEM and TrustedInstaller. */
const ADMINISTRATORS: ReadonlySet<string> = new Set([
  'BA',
  'SY',
  'S-1-5-32-544',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

const RIGHTS: Readonly<Record<string, number>> = {
  ...{ CC: 0x1, DC: 0x2, LC: 0x4, SW: 0x8, RP: 0x10, WP: 0x20, DT: 0x40, LO: 0x80, CR: 0x100 },
  ...{ SD: 0x10000, RC: 0x20000, WD: 0x40000, WO: 0x80000 },
  ...{ FA: 0x1f01ff, FR: 0x120089, FW: 0x120116, FX: 0x1200a0 },
  ...{ GA: 0x10000000, GX: 0x20000000, GW: 0x40000000, GR: 0x80000000 },
};

/** Adding or deleting files and directories, changing permissions or the owner, and generic rights with these. */
const WRITES = 0x2 | 0x4 | 0x40 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000;

/** Who owns a directory with this descriptor. An unreadable descriptor counts as writable by others. */
export function administratorOf(descriptor: string | undefined): FolderOwner {
  const [, owner = '', access] = /^O:(.*?)(?:G:.*?)?(?:D:(.*?))?(?:S:[A-Z]*\(.*)?$/s.exec(descriptor ?? '') ?? [];
  if (descriptor === undefined) return 'shared';
  if (!ADMINISTRATORS.has(owner)) return 'others';
  // Without an access list, everyone has full access.
  if (access === undefined || !/^[A-Z]*(?:\([^()]*\))+$/.test(access)) return 'shared';
  const entries = [...access.matchAll(/\(([^()]*)\)/g)].map(([, entry = '']) => entry.split(';'));
  return entries.some(isOpen) ? 'shared' : 'administrator';
}

/** Whether an access list entry lets an account other than an administrator's write. */
function isOpen([type = '', flags = '', rights = '', , , account = '']: readonly string[]): boolean {
  if (type === 'D') return false;
  if (type !== 'A') return true;
  const isForChildrenOnly = /^(?:..)*IO/.test(flags);
  return !isForChildrenOnly && !ADMINISTRATORS.has(account) && (maskOf(rights) & WRITES) !== 0;
}

/** The access mask of an entry; unknown rights count as rights to write. */
function maskOf(rights: string): number {
  if (/^0x[0-9a-f]+$/i.test(rights)) return Number(rights);
  const names = rights.match(/../g) ?? [];
  if (names.join('') !== rights) return WRITES;
  return names.reduce((mask, name) => mask | (RIGHTS[name] ?? WRITES), 0);
}
