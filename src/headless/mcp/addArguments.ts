import { visibleText } from '../../shared/hiddenCharacters';
import { isServerName } from '../../mcp/config/readServerRow';
import { InputError } from '../commandLine';

export type McpScope = 'user' | 'project';

/** The parsed arguments of `pollux mcp add`, with the row for `mcpServers`. */
export interface AddedServer {
  readonly name: string;
  readonly scope: McpScope;
  /** `http or sse`: an address whose transport wasn't given, which is found out when it is used. */
  readonly transport: 'stdio' | 'http' | 'sse' | 'http or sse';
  readonly row: Readonly<Record<string, unknown>>;
}

const OPTIONS: Readonly<Record<string, string>> = {
  '-s': 'scope',
  '-t': 'transport',
  '--type': 'transport',
  '-e': 'env',
  '-H': 'header',
};
const TEXTS = ['scope', 'transport', 'env', 'header', 'timeout', 'description', 'include-tools', 'exclude-tools'];

/**
 * Parses the arguments of `gemini mcp add [options] NAME COMMAND_OR_URL [ARGS…]`: options can be anywhere before
 * `--`; everything else after the command belongs to it. Throws `InputError`.
 */
export function readAddArguments(args: readonly string[]): AddedServer {
  const { texts, isTrusted, words } = split(args);
  const [name = '', target = '', ...rest] = words;
  if (name.trim() === '' || target === '') throw new InputError('mcp add needs a name and a command or an address.');
  if (!isServerName(name)) {
    const rule = 'up to 100 visible characters without *, ?, " and \\, and no space around them';
    throw new InputError(`No server can be named ${JSON.stringify(visibleText(name))}: a name has ${rule}.`);
  }
  const scope = oneOf('scope', texts, ['project', 'user']);
  const kind = transportOf(target, texts);
  const common = {
    ...(texts.get('timeout') && { timeout: timeoutOf(texts) }),
    ...(isTrusted !== undefined && { trust: isTrusted }),
    ...(texts.get('description') && { description: texts.get('description')?.at(-1) }),
    ...listOf('include-tools', 'includeTools', texts),
    ...listOf('exclude-tools', 'excludeTools', texts),
  };
  if (kind === 'stdio') {
    const env = pairsOf('env', '=', texts);
    return {
      name,
      scope,
      transport: kind,
      row: { command: target, ...(rest.length > 0 && { args: rest }), ...(env && { env }), ...common },
    };
  }
  if (!isAddress(target))
    throw new InputError(`A server with the transport ${kind} needs an address that starts with https://: ${target}`);
  if (rest.length > 0) throw new InputError(`An address takes no arguments: ${rest.join(' ')}`);
  const headers = pairsOf('header', ':', texts);
  return {
    name,
    scope,
    transport: kind,
    row: { url: target, ...(kind !== 'http or sse' && { type: kind }), ...(headers && { headers }), ...common },
  };
}

/** Without the option, an address is no program. */
function transportOf(target: string, texts: Split['texts']): AddedServer['transport'] {
  if (!texts.has('transport') && isAddress(target)) return 'http or sse';
  const transport = oneOf('transport', texts, ['stdio', 'http', 'sse', 'streamable-http']);
  return transport === 'streamable-http' ? 'http' : transport;
}

function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}

interface Split {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly isTrusted: boolean | undefined;
  readonly words: readonly string[];
}

function split(args: readonly string[]): Split {
  const texts = new Map<string, string[]>();
  const words: string[] = [];
  let isTrusted: boolean | undefined;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--') {
      words.push(...args.slice(i + 1));
      break;
    }
    if (arg === '--trust' || arg === '--no-trust') {
      isTrusted = arg === '--trust';
      continue;
    }
    const [, written = '', joined] = /^(-[A-Za-z]|--[\w-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const option = OPTIONS[written] ?? hyphened(written.slice(2));
    if (written === '' || !TEXTS.includes(option)) {
      // A mistyped option would become the name of the server.
      if (words.length < 2 && arg.startsWith('-'))
        throw new InputError(`mcp add has no option ${arg}. --help lists them.`);
      words.push(arg);
      continue;
    }
    const value = joined ?? args[++i];
    if (value === undefined) throw new InputError(`${written} needs a value.`);
    texts.set(option, [...(texts.get(option) ?? []), value]);
  }
  return { texts, isTrusted, words };
}

function hyphened(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function oneOf<T extends string>(name: string, texts: Split['texts'], allowed: readonly [T, ...T[]]): T {
  const given = texts.get(name)?.at(-1);
  if (given === undefined) return allowed[0];
  const found = allowed.find(each => each === given);
  if (found !== undefined) return found;
  throw new InputError(`--${name} must be one of ${allowed.join(', ')}: ${given}`);
}

function timeoutOf(texts: Split['texts']): number {
  const given = texts.get('timeout')?.at(-1) ?? '';
  const timeout = Number(given);
  if (given.trim() !== '' && timeout >= 1) return timeout;
  throw new InputError(`--timeout takes a number of milliseconds: ${given}`);
}

function listOf(option: string, key: string, texts: Split['texts']): Readonly<Record<string, readonly string[]>> {
  const list = (texts.get(option) ?? []).flatMap(each => each.split(',')).map(each => each.trim());
  const named = list.filter(each => each !== '');
  return named.length > 0 ? { [key]: named } : {};
}

/** Returns undefined if none was given. Error messages don't repeat the values, which may be secret. */
function pairsOf(
  option: string,
  separator: string,
  texts: Split['texts'],
): Readonly<Record<string, string>> | undefined {
  const given = texts.get(option);
  if (!given) return undefined;
  const pairs = given.map(each => {
    const at = each.indexOf(separator);
    if (at > 0) return [each.slice(0, at).trim(), separator === ':' ? each.slice(at + 1).trim() : each.slice(at + 1)];
    throw new InputError(`--${option} takes a name and a value, such as NAME${separator}VALUE.`);
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
