import type { ApprovalMode } from '../shared/protocol';
import { InputError, readCommandLine, type CommandLine, type FlagDefinition } from './commandLine';

export type OutputFormat = 'text' | 'json' | 'stream-json';

/** What to restore to the state before a change. */
export type RestoreWish = 'files' | 'conversation' | 'both';

export interface Flags {
  /** The prompt from the flag and the positional one. */
  readonly prompt: string;
  /** The positional arguments. */
  readonly words: readonly string[];
  readonly model?: string;
  /** If absent, the settings decide; the same applies to `mode`. */
  readonly outputFormat?: OutputFormat;
  readonly mode?: ApprovalMode;
  readonly allowedTools: readonly string[];
  /** The only MCP servers that may be used; if absent, the settings decide. */
  readonly allowedServers?: readonly string[];
  readonly policies: readonly string[];
  /** Rule files and folders that apply like an administrator's. */
  readonly adminPolicies: readonly string[];
  /** If absent, the environment and the settings decide. */
  readonly isSandboxed?: boolean;
  readonly extensions: readonly string[];
  readonly includeDirectories: readonly string[];
  /** MCP servers may sign in during the run. */
  readonly mayLogin: boolean;
  /** Questions of MCP servers are answered with the defaults of their forms. */
  readonly acceptsDefaults: boolean;
  readonly isTrusted: boolean;
  readonly isDebug: boolean;
  /** Whether escape sequences of the answer reach the terminal, and whether the warning about that is suppressed. */
  readonly isRawOutput: boolean;
  readonly acceptsRawOutput: boolean;
  /** `latest`, a number from the list, or an id. */
  readonly resume?: string;
  /** A number from the list, or an id. */
  readonly deleteSession?: string;
  /** Checkpoints are recorded even if the settings say otherwise. */
  readonly isCheckpointing: boolean;
  /** A number from the list, or an id. */
  readonly restore?: string;
  readonly restoreWish: RestoreWish;
  /** Also restore files that others have changed since. */
  readonly isForced: boolean;
  readonly wants:
    | 'run'
    | 'help'
    | 'version'
    | 'listSessions'
    | 'deleteSession'
    | 'listCheckpoints'
    | 'restore'
    | 'listExtensions';
}

/** The modes, by the names that the flag accepts. */
export const MODES: Readonly<Record<string, ApprovalMode>> = {
  default: 'default',
  auto_edit: 'autoEdit',
  yolo: 'yolo',
  plan: 'plan',
};
const FORMATS: readonly string[] = ['text', 'json', 'stream-json'] satisfies OutputFormat[];

/** The session used last. */
export const LATEST = 'latest';

const INTERACTIVE = 'this command answers one prompt; the panel in the editor is for conversations.';

/** Flags of Gemini CLI that a run doesn't support. */
const UNAVAILABLE: readonly (FlagDefinition & { readonly why: string })[] = [
  { name: 'prompt-interactive', short: 'i', takes: 'text', why: INTERACTIVE },
  { name: 'worktree', short: 'w', takes: 'maybeText', why: 'make one with `git worktree add` and run Pollux in it.' },
  { name: 'acp', takes: 'nothing', why: "it doesn't speak that protocol yet." },
  { name: 'experimental-acp', takes: 'nothing', why: "it doesn't speak that protocol yet." },
  {
    name: 'session-file',
    takes: 'text',
    why: '--resume also takes what Gemini CLI has recorded, by its number or its id.',
  },
  { name: 'session-id', takes: 'text', why: 'session IDs are assigned; every format except text prints them.' },
];

export const HELP = `Usage: pollux [options] [prompt]

Runs one prompt in the current folder and prints the answer.

  -p, --prompt TEXT            the prompt; a positional prompt is appended to it, and standard input goes before it
  -m, --model NAME             a model name, or auto, pro, flash, flash-lite (default: $GEMINI_MODEL, then the settings)
  -o, --output-format FORMAT   text, json or stream-json (default: the settings, then text)
      --approval-mode MODE     default, auto_edit, yolo or plan (default: the settings)
  -y, --yolo                   same as --approval-mode yolo
      --allowed-tools A,B      tools that run without approval, such as run_shell_command(git status)
      --allowed-mcp-server-names A,B
                               use only these MCP servers; their tools run without approval
      --policy FILE            a file of policy rules; can be repeated
      --admin-policy FILE      same, for rules that take precedence over all others; can be repeated
  -s, --sandbox                run commands in a sandbox; exits with code 44 if there is none
      --include-directories D  additional workspace folders, separated by commas
  -r, --resume [WHICH]         continue a session: latest (default), its number, or its ID
  -e, --extensions A,B         use only these extensions in this run; none: no extensions
  -l, --list-extensions        list the installed extensions
      --list-sessions          list the sessions of this folder
      --delete-session WHICH   delete a session by its number or ID
      --checkpointing          save checkpoints of all changes, including those by shell commands, even if it's off in
                               the settings
      --list-checkpoints       list the changes in this folder that can be undone
      --restore WHICH          restore the state before a change, by its number or ID; with --files (default),
                               --conversation or --both. --force also restores files that were changed since by others,
                               and files that control the editor or the agent
      --mcp-login              let MCP servers sign in during this run, using the program named in $BROWSER
      --mcp-accept-defaults    answer forms of MCP servers with their default values; otherwise they are declined
      --trust, --skip-trust    treat the folder as trusted for this run; its hooks run without asking
      --raw-output             don't remove escape sequences from the answer; they can make a terminal show false text
      --accept-raw-output-risk don't warn about --raw-output
  -d, --debug                  print what Pollux is doing to standard error
  -v, --version                print the version
  -h, --help                   print this help

Commands (\`pollux COMMAND --help\` describes each):
  policy explain   show how shell commands would be evaluated
  changes          list, keep or undo changes
  mcp              manage MCP servers
  extensions       install, update and enable extensions
  skills list      list the skills available here
  hooks list       list the hooks configured here
  auth             store an API key for runs without GEMINI_API_KEY
  telemetry        show what is exported
  doctor           check your setup
  report           write a report to attach to an issue

Flags can also be written as --outputFormat json or --output-format=json, and switches as --no-yolo or --yolo=false.
stream-json prints an answer as it arrives. If an answer breaks off and restarts, repeated text isn't printed twice. If the
new text is different, an \`error\` line with severity \`warning\` says so; ignore the text of that answer before it.
--list-sessions and --resume also include what Gemini CLI recorded in this folder.

Anything that requires approval is denied, and the model is told so. Settings are read from your settings.json, and in a
trusted folder from the folder's as well; media/docs/settings.md lists them.
Exit codes: 0 success, 1 failure, 41 authentication, 42 input, 44 sandbox, 52 configuration, 53 turn limit,
54 tool failure, 130 interrupted.
`;

const DEFINITIONS: readonly FlagDefinition[] = [
  { name: 'prompt', short: 'p', takes: 'text' },
  { name: 'model', short: 'm', takes: 'text' },
  { name: 'output-format', short: 'o', takes: 'text' },
  { name: 'approval-mode', takes: 'text' },
  { name: 'yolo', short: 'y', takes: 'nothing' },
  { name: 'allowed-tools', takes: 'text' },
  { name: 'policy', takes: 'text' },
  { name: 'include-directories', takes: 'text' },
  { name: 'resume', short: 'r', takes: 'maybeText' },
  { name: 'list-sessions', takes: 'nothing' },
  { name: 'delete-session', takes: 'text' },
  { name: 'checkpointing', takes: 'nothing' },
  { name: 'list-checkpoints', takes: 'nothing' },
  { name: 'restore', takes: 'text' },
  { name: 'files', takes: 'nothing' },
  { name: 'conversation', takes: 'nothing' },
  { name: 'both', takes: 'nothing' },
  { name: 'force', takes: 'nothing' },
  { name: 'admin-policy', takes: 'text' },
  { name: 'sandbox', short: 's', takes: 'nothing' },
  { name: 'allowed-mcp-server-names', takes: 'text' },
  { name: 'mcp-login', takes: 'nothing' },
  { name: 'mcp-accept-defaults', takes: 'nothing' },
  { name: 'extensions', short: 'e', takes: 'text' },
  { name: 'list-extensions', short: 'l', takes: 'nothing' },
  // Has no effect, because there is no terminal interface.
  { name: 'screen-reader', takes: 'nothing' },
  { name: 'trust', takes: 'nothing' },
  { name: 'skip-trust', takes: 'nothing' },
  { name: 'raw-output', takes: 'nothing' },
  { name: 'accept-raw-output-risk', takes: 'nothing' },
  { name: 'debug', short: 'd', takes: 'nothing' },
  { name: 'version', short: 'v', takes: 'nothing' },
  { name: 'help', short: 'h', takes: 'nothing' },
  ...UNAVAILABLE,
];

/** Throws `InputError`. */
export function parseFlags(args: readonly string[]): Flags {
  const line = readCommandLine(args, DEFINITIONS);
  refuseUnavailable(line);
  const [model, prompt, deleted, restore] = ['model', 'prompt', 'delete-session', 'restore'].map(name =>
    line.text(name),
  );
  const outputFormat = formatOf(line);
  const mode = modeIn(line);
  const servers = line.list('allowed-mcp-server-names');
  const sandbox = line.given('sandbox');
  if (model?.trim() === '') throw new InputError('--model needs a model name.');
  return {
    prompt: [prompt, line.positionals.join(' ')].filter(each => each?.trim()).join('\n\n'),
    words: line.positionals,
    ...(model !== undefined && { model }),
    ...(outputFormat && { outputFormat }),
    ...(mode && { mode }),
    allowedTools: line.list('allowed-tools'),
    ...(servers.length > 0 && { allowedServers: servers }),
    policies: line.list('policy'),
    adminPolicies: line.list('admin-policy'),
    ...(sandbox !== undefined && { isSandboxed: sandbox }),
    extensions: line.list('extensions'),
    includeDirectories: line.list('include-directories'),
    mayLogin: line.isOn('mcp-login'),
    acceptsDefaults: line.isOn('mcp-accept-defaults'),
    isTrusted: line.isOn('trust') || line.isOn('skip-trust'),
    isDebug: line.isOn('debug'),
    isRawOutput: line.isOn('raw-output'),
    acceptsRawOutput: line.isOn('accept-raw-output-risk'),
    ...(line.texts('resume').length > 0 && { resume: line.text('resume')?.trim() || LATEST }),
    ...(deleted !== undefined && { deleteSession: deleted }),
    isCheckpointing: line.isOn('checkpointing'),
    ...(restore !== undefined && { restore }),
    restoreWish: restoreWishOf(line),
    isForced: line.isOn('force'),
    wants: wantsOf(line),
  };
}

function formatOf(line: CommandLine): OutputFormat | undefined {
  const format = line.text('output-format');
  if (format !== undefined && !FORMATS.includes(format))
    throw new InputError(`--output-format must be one of ${FORMATS.join(', ')}: ${format}`);
  return format as OutputFormat | undefined;
}

function modeIn(line: CommandLine): ApprovalMode | undefined {
  const named = line.text('approval-mode');
  const mode = named !== undefined && Object.hasOwn(MODES, named) ? MODES[named] : undefined;
  if (named !== undefined && !mode)
    throw new InputError(`--approval-mode must be one of ${Object.keys(MODES).join(', ')}: ${named}`);
  if (!line.isOn('yolo')) return mode;
  if (mode !== undefined && mode !== 'yolo')
    throw new InputError("--yolo can't be combined with another --approval-mode.");
  return 'yolo';
}

function wantsOf(line: CommandLine): Flags['wants'] {
  if (line.isOn('help')) return 'help';
  if (line.isOn('version')) return 'version';
  if (line.isOn('list-sessions')) return 'listSessions';
  if (line.isOn('list-extensions')) return 'listExtensions';
  if (line.isOn('list-checkpoints')) return 'listCheckpoints';
  if (line.text('restore') !== undefined) return 'restore';
  return line.text('delete-session') === undefined ? 'run' : 'deleteSession';
}

function restoreWishOf(line: CommandLine): RestoreWish {
  const [files, conversation, both, force] = ['files', 'conversation', 'both', 'force'].map(name => line.isOn(name));
  if (line.text('restore') === undefined && (files || conversation || both || force)) {
    throw new InputError('--files, --conversation, --both and --force need --restore.');
  }
  if (both || (files && conversation)) return 'both';
  return conversation ? 'conversation' : 'files';
}

/** An unsupported flag is refused rather than ignored: without it, the run would not be the one requested. */
function refuseUnavailable(line: CommandLine): void {
  const found = UNAVAILABLE.find(({ name, takes }) =>
    takes === 'nothing' ? line.isOn(name) : line.text(name) !== undefined,
  );
  if (found) throw new InputError(`--${found.name} isn't available in Pollux: ${found.why}`);
}
