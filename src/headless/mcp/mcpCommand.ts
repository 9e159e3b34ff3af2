import { homedir } from 'node:os';
import type { SignInBrowser } from '../../agent/ports/mcpSignIn';
import type { Configuration } from '../../config/configuration';
import { readEnvironment } from '../../config/environment';
import { createServerEnablement } from '../../node/mcp/enablement';
import { InputError, readCommandLine, type CommandLine, type FlagDefinition } from '../commandLine';
import { EXIT, saidErrors } from '../output/exitCodes';
import type { Streams } from '../output/streams';
import type { McpScope } from './addArguments';
import { addServer, hasServer, removeServer } from './editServers';
import { createAgreement } from './agreement';
import { createTerminalBrowser } from './terminalBrowser';
import {
  approveServer,
  listServers,
  enableServer,
  loginToServer,
  logoutOfServer,
  tryServer,
  type UseServers,
} from './useServers';

const MCP_HELP = `Usage: pollux mcp COMMAND

  list                            list the configured MCP servers and whether they can be reached
  add [options] NAME COMMAND [ARGS…]
  add -t http|sse [options] NAME ADDRESS
                                  add a server to the settings
  remove [-s SCOPE] NAME          remove a server from the settings
  enable NAME, disable NAME       enable or disable a server, for Gemini CLI as well
  approve NAME                    show the definition of a server of this folder, or what changed in its tools, and ask
                                  whether to approve it; --yes: don't ask
  login NAME, logout NAME         sign in with a browser ($BROWSER), or delete the sign-in
  try NAME [TOOL [JSON]]          connect to a server and list what it offers, or call one of its tools
  serve                           run Pollux as an MCP server on standard input and output, with read-only tools of this
                                  folder and the agent

Options of add and remove:
  -s, --scope project|user        which settings to write: those of this folder (default) or yours
  -t, --transport stdio|http|sse  how to connect (default: stdio for a program; http, then sse, for an address)
  -e, --env NAME=VALUE            an environment variable for the program; can be repeated
  -H, --header "Name: value"      a header for an address; can be repeated
      --timeout MILLISECONDS      time limit for a call
      --trust                     run its tools without approval
      --description TEXT
      --include-tools A,B         use only these tools
      --exclude-tools A,B         don't use these tools

Arguments after -- belong to the server's command. list and try accept --output-format json; list, try and approve accept
--trust for the folder. Inputs of .vscode/mcp.json are read from POLLUX_MCP_INPUT_ID.
`;

const FLAGS: readonly FlagDefinition[] = [
  { name: 'scope', short: 's', takes: 'text' },
  { name: 'output-format', short: 'o', takes: 'text' },
  { name: 'trust', takes: 'nothing' },
  { name: 'skip-trust', takes: 'nothing' },
  { name: 'session', takes: 'nothing' },
  { name: 'mcp-login', takes: 'nothing' },
  { name: 'mcp-accept-defaults', takes: 'nothing' },
  { name: 'yes', short: 'y', takes: 'nothing' },
  { name: 'debug', short: 'd', takes: 'nothing' },
  { name: 'help', short: 'h', takes: 'nothing' },
];

export interface McpCommandOptions {
  readonly streams: Streams;
  readonly configuration: (isTrusted: boolean) => Promise<Configuration>;
}

/** Runs `pollux mcp`, given the arguments after that word; prints problems and resolves to the exit code. */
export async function runMcp(args: readonly string[], options: McpCommandOptions): Promise<number> {
  return saidErrors(() => run(args, options), options.streams.err);
}

async function run([verb, ...args]: readonly string[], options: McpCommandOptions): Promise<number> {
  const { out } = options.streams;
  const isHelp = verb === undefined || verb === 'help' || verb === '--help' || verb === '-h';
  if (isHelp || readHelp(verb === 'add' ? args.slice(0, 1) : args)) {
    out(MCP_HELP);
    return EXIT.done;
  }
  if (verb === 'serve') {
    const { serveMcp } = await import('./serveMcp');
    return serveMcp(args, options.streams);
  }
  const place = { home: readEnvironment(process.env).home ?? homedir(), folder: process.cwd() };
  if (verb === 'add') {
    out(await addServer(args, place));
    return EXIT.done;
  }
  const line = readCommandLine(args, FLAGS);
  switch (verb) {
    case 'remove':
    case 'rm': {
      const name = oneName(verb, line);
      const scope = scopeOf(line);
      const text = await removeServer(name, scope, place);
      if (text === undefined) {
        const other = scope === 'user' ? 'project' : 'user';
        const hint = (await hasServer(name, other, place))
          ? ` It is in the ${other} settings: use --scope ${other}.`
          : '';
        return notFound(`There is no MCP server "${name}" in the ${scope} settings.${hint}`, options);
      }
      out(text);
      return EXIT.done;
    }
    case 'enable':
    case 'disable': {
      const enablement = createServerEnablement(place.home);
      return enableServer(oneName(verb, line), verb === 'enable', enablement, await useOf(line, options));
    }
    case 'list':
    case 'ls':
      if (line.positionals.length > 0) throw new InputError(`mcp ${verb} takes no name: ${line.positionals.join(' ')}`);
      return listServers(await useOf(line, options));
    case 'approve': {
      const agree = createAgreement(line.isOn('yes'), process.stdin, options.streams);
      return approveServer(oneName(verb, line), agree, await useOf(line, options));
    }
    case 'login':
    case 'auth':
      return loginToServer(oneName(verb, line), browserOf(options), await useOf(line, options));
    case 'logout':
      return logoutOfServer(oneName(verb, line), await useOf(line, options));
    case 'try':
      if (line.positionals.length === 0 || line.positionals.length > 3)
        throw new InputError('mcp try takes the name of a server, and optionally a tool and its arguments as JSON.');
      return tryServer(line.positionals, await useOf(line, options));
    default:
      throw new InputError(`There is no command "mcp ${verb}".\n\n${MCP_HELP}`);
  }
}

async function useOf(line: CommandLine, options: McpCommandOptions): Promise<UseServers> {
  const format = line.text('output-format') ?? 'text';
  if (!['text', 'json', 'stream-json'].includes(format))
    throw new InputError(`--output-format must be text or json: ${format}`);
  const configuration = await options.configuration(line.isOn('trust') || line.isOn('skip-trust'));
  return {
    configuration,
    streams: options.streams,
    isJson: format !== 'text',
    isDebug: line.isOn('debug'),
    acceptsDefaults: line.isOn('mcp-accept-defaults'),
    ...(line.isOn('mcp-login') && { browser: browserOf(options) }),
  };
}

function browserOf({ streams }: McpCommandOptions): SignInBrowser {
  return createTerminalBrowser({ env: process.env, err: streams.err, input: process.stdin });
}

function readHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

function oneName(verb: string, { positionals: [name = '', ...more] }: CommandLine): string {
  if (name.trim() === '' || more.length > 0) throw new InputError(`mcp ${verb} takes the name of one server.`);
  return name;
}

function scopeOf(line: CommandLine): McpScope {
  const scope = line.text('scope') ?? 'project';
  if (scope === 'project' || scope === 'user') return scope;
  throw new InputError(`--scope must be project or user: ${scope}`);
}

function notFound(text: string, { streams }: McpCommandOptions): number {
  streams.err(`pollux: ${text}\n`);
  return EXIT.failed;
}
