import type { SimpleCommand } from '../command';
import { readFreeCommand, type FreeCommand } from './freeCommand';
import type { UsedPath } from './program';

/** Characters that are not special to PowerShell anywhere in a line. */
const PLAIN = /^[\w ./\\|;=@~^:-]*$/;
const PATH = /^\w[\w.\\/-]*$/;
/** Names of devices, in any folder and with any ending. */
const DEVICE = /(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d|conin|conout)(?:\.[^\\/]*)?(?:$|[\\/])/i;

/** Parameters of cmdlets that only look, in their usual spelling; true for those that take a number. */
const CMDLETS: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  'get-childitem': { recurse: false, force: false, name: false, file: false, directory: false, depth: true },
  'get-content': { raw: false, totalcount: true, tail: true, head: true },
  'get-location': {},
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

/** What a cmdlet or git looks at; null for anything else. */
export function readPowerShellCommand({ cmdlet, words, risks }: SimpleCommand): FreeCommand | null {
  const [name, ...args] = words.map(({ value }) => value);
  // With an ending, the name is a program instead of the cmdlet.
  if (risks.length > 0 || name?.includes('.') === true) return null;
  if (name === 'git') {
    const plain = words.map(({ value }) => ({ value, isPattern: false }));
    return readFreeCommand({ words: plain, inputs: [], isPiped: false });
  }
  const parameters = cmdlet !== undefined && Object.hasOwn(CMDLETS, cmdlet) ? CMDLETS[cmdlet] : undefined;
  const paths = parameters && readArguments(args, parameters);
  if (!paths || paths.length > 1 || (paths.length === 0 && cmdlet === 'get-content')) return null;
  return { paths, searched: [], seen: 'all' };
}

function readArguments(args: readonly string[], parameters: Readonly<Record<string, boolean>>): UsedPath[] | null {
  const paths: UsedPath[] = [];
  for (let i = 0; i < args.length; i++) {
    const value = args[i] ?? '';
    const name = /^-([a-z]+)$/i.exec(value)?.[1]?.toLowerCase();
    if (name === undefined) {
      if (!PATH.test(value) || DEVICE.test(value)) return null;
      paths.push({ value, isPattern: false, kind: 'path' });
    } else if (!Object.hasOwn(parameters, name)) return null;
    else if (parameters[name] && !/^\d{1,9}$/.test(args[++i] ?? '')) return null;
  }
  return paths;
}
