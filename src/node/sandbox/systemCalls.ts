/** System calls denied to sandboxed commands; numbers by Node architecture: x64, arm64. */
const DENIED: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  // io_uring can create sockets and open files past this filter.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
};
const SOCKET = [41, 198] as const;
const CLONE = [56, 220] as const;
const CLONE3 = [435, 435] as const;
const PRLIMIT = [302, 261] as const;
const AUDIT_ARCH = [0xc000003e, 0xc00000b7] as const;
/** Numbers from here on belong to x32, an alternative ABI for the same calls. */
const X32 = 0x40000000;
const AF_UNIX = 1;
/** The flags with which `clone` creates a namespace. */
const NEW_NAMESPACES = 0x7e020000;

const EPERM = 1;
const ENOSYS = 38;
const ALLOW = 0x7fff0000;
const deny = (code: number) => 0x00050000 + code;

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_OR_EQUAL = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

/** The sockets that a sandboxed command can create; `socketpair` isn't affected. */
export type Sockets = 'none' | 'noUnix';

/** A system call filter in the kernel's format (BPF); null for an architecture whose numbers aren't known. */
export function systemCallFilter(sockets: Sockets, architecture: string = process.arch): Buffer | null {
  const at = ['x64', 'arm64'].indexOf(architecture);
  if (at !== 0 && at !== 1) return null;
  const rows: (readonly [code: number, yes: number, no: number, value: number])[] = [];
  const denyIf = (code: number, value: number, error = EPERM) =>
    rows.push([code, 0, 1, value], [RETURN, 0, 0, deny(error)]);
  rows.push([LOAD, 0, 0, ARCHITECTURE], [JUMP_EQUAL, 1, 0, AUDIT_ARCH[at]], [RETURN, 0, 0, deny(EPERM)]);
  rows.push([LOAD, 0, 0, NUMBER]);
  if (at === 0) denyIf(JUMP_GREATER_OR_EQUAL, X32, ENOSYS);
  for (const numbers of Object.values(DENIED)) denyIf(JUMP_EQUAL, numbers[at]);
  // A filter can't see its flags, so it is reported as not implemented; programs fall back to `clone`.
  denyIf(JUMP_EQUAL, CLONE3[at], ENOSYS);
  rows.push([JUMP_EQUAL, 0, 4, CLONE[at]], [LOAD, 0, 0, FIRST_ARGUMENT]);
  denyIf(JUMP_ANY_BIT, NEW_NAMESPACES);
  rows.push([LOAD, 0, 0, NUMBER]);
  // A command may change only its own limits; process ID 0 means the caller.
  rows.push([JUMP_EQUAL, 0, 4, PRLIMIT[at]], [LOAD, 0, 0, FIRST_ARGUMENT]);
  rows.push([JUMP_EQUAL, 1, 0, 0], [RETURN, 0, 0, deny(EPERM)], [LOAD, 0, 0, NUMBER]);
  if (sockets === 'none') denyIf(JUMP_EQUAL, SOCKET[at]);
  else {
    rows.push([JUMP_EQUAL, 0, 4, SOCKET[at]], [LOAD, 0, 0, FIRST_ARGUMENT]);
    denyIf(JUMP_EQUAL, AF_UNIX);
    rows.push([LOAD, 0, 0, NUMBER]);
  }
  rows.push([RETURN, 0, 0, ALLOW]);
  const bytes = Buffer.alloc(rows.length * 8);
  for (const [index, [code, yes, no, value]] of rows.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
