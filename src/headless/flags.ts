import { parseArgs } from 'node:util';
import type { ApprovalMode } from '../shared/protocol';

export type OutputFormat = 'text' | 'json' | 'stream-json';

/** What is to go back to before a change. */
export type RestoreWish = 'files' | 'conversation' | 'both';

export interface Flags {
  /** The prompt of the flag and the positional one. */
  readonly prompt: string;
  readonly model?: string;
  /** Absent, like the mode, where the settings decide. */
  readonly outputFormat?: OutputFormat;
  readonly mode?: ApprovalMode;
  readonly allowedTools: readonly string[];
  readonly policies: readonly string[];
  readonly includeDirectories: readonly string[];
  readonly isTrusted: boolean;
  readonly isDebug: boolean;
  /** `latest`, a number of the list, or an id. */
  readonly resume?: string;
  /** A number of the list, or an id. */
  readonly deleteSession?: string;
  /** Checkpoints are kept whatever the settings say. */
  readonly isCheckpointing: boolean;
  /** A number of the list, or an id. */
  readonly restore?: string;
  readonly restoreWish: RestoreWish;
  /** What somebody else has changed since is restored too. */
  readonly isForced: boolean;
  readonly wants: 'run' | 'help' | 'version' | 'listSessions' | 'deleteSession' | 'listCheckpoints' | 'restore';
}

/** The command line or the prompt is not usable; `message` says what to do. */
export class InputError extends Error {}

/** The modes by the names that the flag takes. */
export const MODES: Readonly<Record<string, ApprovalMode>> = {
  default: 'default',
  auto_edit: 'autoEdit',
  yolo: 'yolo',
  plan: 'plan',
};
const FORMATS: readonly string[] = ['text', 'json', 'stream-json'] satisfies OutputFormat[];

export const HELP = `Usage: pollux [options] [prompt]

Runs one prompt in the current folder and prints the answer.

  -p, --prompt TEXT            the prompt; a positional prompt and standard input are appended
  -m, --model NAME             the model, or auto, pro, flash, flash-lite (default: $GEMINI_MODEL, else the settings')
  -o, --output-format FORMAT   text, json or stream-json (default: the settings', else text)
      --approval-mode MODE     default, auto_edit, yolo or plan (default: the settings')
  -y, --yolo                   the same as --approval-mode yolo
      --allowed-tools A,B      tools that run without asking, such as run_shell_command(git status)
      --policy FILE            a file of policy rules; may be given more than once
      --include-directories D  more workspace folders, separated by commas
  -r, --resume [WHICH]         go on with a session: latest (the default), its number, or its id
      --list-sessions          list the sessions of this folder
      --delete-session WHICH   delete a session by its number or its id
      --checkpointing          record what is changed, shell commands included, even where the settings say no
      --list-checkpoints       list the changes of this folder that can be taken back
      --restore WHICH          put back what was there before a change, by its number or its id; with --files (the
                               default), --conversation or --both; --force: also what somebody else has changed since
      --trust                  treat the folder as trusted for this run
  -d, --debug                  say on standard error what is being done
  -v, --version                print the version
  -h, --help                   print this

\`pollux policy explain\` says how shell commands would be judged; \`pollux policy explain --help\` says more.
\`pollux auth set-key\` keeps an API key for runs without GEMINI_API_KEY; \`pollux auth --help\` says how.

stream-json prints an answer as it comes. Where one breaks off and begins anew, what it says again is not printed twice; if it
says something else, an \`error\` line of severity \`warning\` says so, and the text of that answer before it no longer counts.
--list-sessions and --resume also know what Gemini CLI has recorded in this folder.

What would have to be asked is denied, and the model is told so. What no flag says is read from settings.json, yours and, in
a trusted folder, its own; media/docs/settings.md lists the settings.
Exit codes: 0 done, 1 failed, 41 authentication, 42 input, 52 configuration, 53 turn limit, 130 interrupted.
`;

/** Throws `InputError`. */
export function parseFlags(args: readonly string[]): Flags {
  const { values, positionals } = parse(args);
  const format = values['output-format'];
  if (format !== undefined && !FORMATS.includes(format))
    throw new InputError(`--output-format must be one of ${FORMATS.join(', ')}: ${format}`);
  const modeName = values.yolo ? 'yolo' : values['approval-mode'];
  const mode = modeName !== undefined && Object.hasOwn(MODES, modeName) ? MODES[modeName] : undefined;
  if (modeName !== undefined && !mode)
    throw new InputError(`--approval-mode must be one of ${Object.keys(MODES).join(', ')}: ${modeName}`);
  if (values.yolo && values['approval-mode'] !== undefined && mode !== MODES[values['approval-mode']]) {
    throw new InputError('--yolo and another --approval-mode exclude each other.');
  }
  if (values.model?.trim() === '') throw new InputError('--model needs the name of a model.');
  return {
    prompt: [values.prompt, positionals.join(' ')].filter(each => each?.trim()).join('\n\n'),
    ...(values.model !== undefined && { model: values.model }),
    ...(format !== undefined && { outputFormat: format as OutputFormat }),
    ...(mode && { mode }),
    allowedTools: listOf(values['allowed-tools']),
    policies: values.policy ?? [],
    includeDirectories: listOf(values['include-directories']),
    isTrusted: values.trust ?? false,
    isDebug: values.debug ?? false,
    ...(values.resume !== undefined && { resume: values.resume }),
    ...(values['delete-session'] !== undefined && { deleteSession: values['delete-session'] }),
    isCheckpointing: values.checkpointing ?? false,
    ...(values.restore !== undefined && { restore: values.restore }),
    restoreWish: restoreWishOf(values),
    isForced: values.force ?? false,
    wants: wantsOf(values),
  };
}

function wantsOf(values: ReturnType<typeof parse>['values']): Flags['wants'] {
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (values['list-sessions']) return 'listSessions';
  if (values['list-checkpoints']) return 'listCheckpoints';
  if (values.restore !== undefined) return 'restore';
  return values['delete-session'] === undefined ? 'run' : 'deleteSession';
}

function restoreWishOf({ restore, files, conversation, both, force }: ReturnType<typeof parse>['values']): RestoreWish {
  if (restore === undefined && (files || conversation || both || force)) {
    throw new InputError('--files, --conversation, --both and --force belong to --restore.');
  }
  if (both || (files && conversation)) return 'both';
  return conversation ? 'conversation' : 'files';
}

/** `--resume` needs no value, which `parseArgs` does not know. */
function withResumeValue(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const isBare = (arg === '-r' || arg === '--resume') && (args[index + 1] ?? '-').startsWith('-');
    return isBare ? '--resume=latest' : arg;
  });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: withResumeValue(args),
      allowPositionals: true,
      options: {
        prompt: { type: 'string', short: 'p' },
        model: { type: 'string', short: 'm' },
        'output-format': { type: 'string', short: 'o' },
        'approval-mode': { type: 'string' },
        yolo: { type: 'boolean', short: 'y' },
        'allowed-tools': { type: 'string', multiple: true },
        policy: { type: 'string', multiple: true },
        'include-directories': { type: 'string', multiple: true },
        resume: { type: 'string', short: 'r' },
        'list-sessions': { type: 'boolean' },
        'delete-session': { type: 'string' },
        checkpointing: { type: 'boolean' },
        'list-checkpoints': { type: 'boolean' },
        restore: { type: 'string' },
        files: { type: 'boolean' },
        conversation: { type: 'boolean' },
        both: { type: 'boolean' },
        force: { type: 'boolean' },
        trust: { type: 'boolean' },
        debug: { type: 'boolean', short: 'd' },
        version: { type: 'boolean', short: 'v' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

function listOf(values: readonly string[] | undefined): string[] {
  return (values ?? [])
    .flatMap(value => value.split(','))
    .map(value => value.trim())
    .filter(value => value !== '');
}
