import type { SimpleCommand } from '../command';
import { readFreeCommand, type FreeCommand } from './freeCommand';
import type { UsedPath } from './program';

/** Characters that are not special to PowerShell anywhere in a line. */
const PLAIN = /^[\w ./\\|;=@~^:-]*$/;
const PATH = /^\w[\w.\\/-]*$/;
/** Device names, which Windows recognizes in any folder and with any file extension. */
const DEVICE = /(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d|conin|conout)(?:\.[^\\/]*)?(?:$|[\\/])/i;

type Value = 'none' | 'number' | 'word' | 'path';
/** The parameters of a read-only cmdlet, by their full names, and the kinds of its operands, in order. */
interface Cmdlet {
  readonly parameters: Readonly<Record<string, Value>>;
  readonly operands: readonly ('word' | 'path')[];
  /** An argument of this kind is required; without one, the cmdlet may take it from a pipe. */
  readonly needs?: 'path' | 'word';
}
const numbers = (...names: string[]) => Object.fromEntries(names.map(name => [name, 'number'] as const));
const switches = (...names: string[]) => Object.fromEntries(names.map(name => [name, 'none'] as const));
const CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'get-childitem': {
    parameters: { ...switches('recurse', 'force', 'name', 'file', 'directory'), ...numbers('depth'), path: 'path' },
    operands: ['path'],
  },
  'get-content': {
    parameters: { ...switches('raw'), ...numbers('totalcount', 'tail', 'head', 'first', 'last'), path: 'path' },
    operands: ['path'],
    needs: 'path',
  },
  'get-location': { parameters: {}, operands: [] },
  'get-item': { parameters: { ...switches('force'), path: 'path' }, operands: ['path'], needs: 'path' },
  'get-filehash': {
    parameters: { algorithm: 'word', path: 'path' },
    operands: ['path'],
    needs: 'path',
  },
  'test-path': { parameters: { path: 'path', pathtype: 'word' }, operands: ['path'], needs: 'path' },
  'resolve-path': { parameters: { ...switches('relative'), path: 'path' }, operands: ['path'], needs: 'path' },
  'select-string': {
    parameters: {
      ...switches('simplematch', 'casesensitive', 'quiet', 'list', 'allmatches', 'notmatch'),
      ...numbers('context'),
      pattern: 'word',
      path: 'path',
    },
    operands: ['word', 'path'],
    needs: 'word',
  },
  'measure-object': { parameters: switches('line', 'word', 'character'), operands: [] },
  'select-object': { parameters: { ...numbers('first', 'last', 'skip'), ...switches('unique') }, operands: [] },
  'sort-object': { parameters: switches('unique', 'descending'), operands: [] },
  'write-output': { parameters: {}, operands: ['word', 'word', 'word', 'word'] },
};

/** True for a line that consists only of plain words, which PowerShell takes literally. */
export function isPlainPowerShell(text: string, commands: readonly SimpleCommand[]): boolean {
  const parts = text.split(/[|;]/).map(part => part.split(' ').filter(word => word !== ''));
  return (
    text.length <= 1000 &&
    PLAIN.test(text) &&
    parts.length === commands.length &&
    parts.every((words, i) => words.join(' ') === commands[i]?.words.map(({ value }) => value).join(' '))
  );
}

/** The paths that a read-only cmdlet or git command reads; null for anything else. */
export function readPowerShellCommand({ cmdlet, words, risks }: SimpleCommand): FreeCommand | null {
  const [name, ...args] = words.map(({ value }) => value);
  // With a file extension, the name is a program, not the cmdlet.
  if (risks.length > 0 || name?.includes('.') === true) return null;
  if (name === 'git') {
    if (args.some(arg => DEVICE.test(arg))) return null;
    const plain = words.map(({ value }) => ({ value, isPattern: false }));
    return readFreeCommand({ words: plain, inputs: [], isPiped: false });
  }
  const known = cmdlet !== undefined && Object.hasOwn(CMDLETS, cmdlet) ? CMDLETS[cmdlet] : undefined;
  const paths = known && readArguments(args, known);
  return paths ? { paths, searched: [], seen: 'all' } : null;
}

/** The paths in the arguments; null if an argument is unknown or a required one is missing. */
function readArguments(args: readonly string[], { parameters, operands, needs }: Cmdlet): UsedPath[] | null {
  const paths: UsedPath[] = [];
  const named = new Set<string>();
  const open = [...operands];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    const name = /^-([a-z]+)$/i.exec(arg)?.[1]?.toLowerCase();
    const kind = name === undefined ? open.shift() : Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (kind === undefined) return null;
    if (kind === 'none') continue;
    const value = name === undefined ? arg : (args[++i] ?? '');
    // An argument given by its parameter's name is no longer expected as an operand.
    if (name !== undefined && kind !== 'number')
      open.splice(Math.max(0, open.indexOf(kind)), open.includes(kind) ? 1 : 0);
    if (kind === 'number' ? !/^\d{1,9}$/.test(value) : !PATH.test(value)) return null;
    named.add(kind);
    if (kind !== 'path') continue;
    if (DEVICE.test(value)) return null;
    paths.push({ value, isPattern: false, kind: 'path' });
  }
  return needs === undefined || named.has(needs) ? paths : null;
}
