import { baseName, isFlag, type Word } from './command';

/** What a program that starts another one would start. */
export type Launch =
  /** Words of the command line itself, which run as they are. `isFed`: further words come from elsewhere. */
  | {
      readonly type: 'words';
      readonly words: readonly Word[];
      readonly isFed: boolean;
      readonly isTransparent: boolean;
    }
  /** Text that a shell would interpret. */
  | { readonly type: 'text'; readonly word: Word; readonly isTransparent: boolean }
  /** Any of these may be the started command. */
  | { readonly type: 'any'; readonly candidates: readonly (readonly Word[])[] }
  /** The words don't show what it runs. */
  | { readonly type: 'unknown' };

/** How the words before the started command are parsed. */
interface Launcher {
  /** Options that take the next word as their value. */
  readonly values?: RegExp;
  /** Options that are followed by a text instead of the command's words, such as `-c`. */
  readonly text?: RegExp;
  /** The number of words before the command, such as the time of `timeout`. */
  readonly operands?: number;
  /** `NAME=value` words come before the command. */
  readonly assigns?: boolean;
  /** Further words of the command come from standard input. */
  readonly isFed?: boolean;
  /** It doesn't affect what it starts, so that alone decides. Any option makes it opaque, except those in `safe`. */
  readonly isTransparent?: boolean;
  readonly safe?: RegExp;
  /** All following words are joined to one text that a shell interprets. */
  readonly joins?: boolean;
}

/** Environment variables that only affect a program's output or settings that can't run anything. */
export const HARMLESS_VARIABLE =
  /^(?:NODE_ENV|CI|(?:NO|FORCE)_COLOR|LANG|LC_[A-Z]+|TZ|TERM|DEBUG|COLUMNS|LINES|RUST_(?:BACKTRACE|LOG)|PYTHONUNBUFFERED|CARGO_TERM_COLOR|GOOS|GOARCH|CGO_ENABLED|LOG_LEVEL)=[\w.,:@/+*-]*$/;

const MAX_CANDIDATES = 12;

const SHELL: Launcher = {
  values: /^(?:-O|\+O|-o|\+o|--rcfile|--init-file)$/,
  text: /^-[a-zA-Z]*c[a-zA-Z]*$/,
  isTransparent: true,
};

const LAUNCHERS: Readonly<Record<string, Launcher>> = {
  env: {
    values: /^-[uCP]$|^--(?:unset|chdir)$/,
    text: /^(?:-S|--split-string)$/,
    assigns: true,
    isTransparent: true,
    safe: /^(?:-i|-|--ignore-environment|--)$/,
  },
  sudo: { values: /^-[ugpChrtDTRU]$/, assigns: true },
  doas: { values: /^-[uC]$/ },
  nice: { values: /^-n$|^--adjustment$/, isTransparent: true, safe: /^-n$|^-\d+$|^--adjustment(?:=\d+)?$/ },
  ionice: { values: /^-[cn]$/, isTransparent: true, safe: /^-[cnt]\d?$/ },
  timeout: {
    values: /^-[sk]$/,
    operands: 1,
    isTransparent: true,
    safe: /^-[skv]|^--(?:foreground|preserve-status|verbose|signal=.*|kill-after=.*)$/,
  },
  time: { values: /^-[of]$/, isTransparent: true, safe: /^-[pv]$/ },
  nohup: { isTransparent: true },
  setsid: { isTransparent: true, safe: /^-[cfw]+$/ },
  stdbuf: { values: /^-[ioe]$/, isTransparent: true, safe: /^-[ioe]\w*$/ },
  chrt: { operands: 1 },
  taskset: { values: /^-c$/, operands: 1 },
  command: { isTransparent: true, safe: /^-p$/ },
  builtin: { isTransparent: true },
  '!': { isTransparent: true },
  exec: { values: /^-a$/ },
  busybox: {},
  toybox: {},
  xargs: {
    values: /^-[EIJLPRSadnsp]$|^--(?:max-args|max-procs|replace|delimiter|arg-file|max-lines|max-chars)$/,
    isFed: true,
    isTransparent: true,
    safe: /^-(?:[0rtx]+|[nPL]\d*|I|I\{\}|d.*)$|^--(?:null|no-run-if-empty|max-args(?:=\d+)?|max-procs(?:=\d+)?)$/,
  },
  parallel: { values: /^-[jSN]$/, joins: true, isFed: true },
  watch: { values: /^-[nq]$|^--interval$/, joins: true },
  flock: { values: /^-[wE]$/, text: /^-c$/, operands: 1 },
  chroot: { operands: 1 },
  unshare: { values: /^-[SGRw]$/ },
  nsenter: { values: /^-[tSGrw]$/ },
  strace: { values: /^-[eopsEaISPUbu]$/ },
  ltrace: { values: /^-[eopsuaAn]$/ },
  script: { values: /^-[tTOIBE]$/, text: /^-\w*c$|^--command$/ },
  su: { values: /^-[sgG]$/, text: /^-c$|^--command$/ },
  runuser: { values: /^-[ugG]$/, text: /^-c$|^--command$/ },
  'systemd-run': { values: /^-[uptEHM]$/ },
  ssh: { values: /^-[BbcDEeFIiJLlmOopQRSWw]$/, operands: 1, joins: true },
  eval: { joins: true, isTransparent: true },
  trap: { joins: true },
  coproc: {},
  bash: SHELL,
  sh: SHELL,
  dash: SHELL,
  zsh: SHELL,
  ksh: SHELL,
  ash: SHELL,
  mksh: SHELL,
  fish: { text: /^-c$|^--command$/ },
  csh: { text: /^-\w*c$/ },
  tcsh: { text: /^-\w*c$/ },
  cmd: { text: /^\/[ckCK]$/ },
  pwsh: { text: /^-(?:c|command)$/i },
  powershell: { text: /^-(?:c|command)$/i },
};

/** Programs that start others in a container or from a package, and the subcommands that do so. */
const HOSTS: Readonly<Record<string, RegExp>> = {
  docker: /^(?:exec|run)$/,
  podman: /^(?:exec|run)$/,
  kubectl: /^(?:exec|run|debug)$/,
  npx: /^/,
  bunx: /^/,
  pnpx: /^/,
  uvx: /^/,
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx)$/,
  yarn: /^(?:exec|dlx)$/,
  bun: /^x$/,
  uv: /^run$/,
  poetry: /^run$/,
  pipenv: /^run$/,
  bundle: /^exec$/,
  vagrant: /^ssh$/,
  'docker-compose': /^(?:exec|run)$/,
};

export function isShell(name: string): boolean {
  return /^(?:ba|da|z|k|a|mk|c|tc|fi)?sh$/.test(baseName(name));
}

/** What a command starts besides itself; null if it is not a launcher or starts nothing. */
export function launchOf(words: readonly Word[]): Launch | null {
  const name = baseName(words[0]?.value ?? '');
  const launcher = Object.hasOwn(LAUNCHERS, name) ? LAUNCHERS[name] : undefined;
  if (!launcher) return hosted(name, words);
  if (words.length === 1) return name === 'env' || name === 'time' || name === 'exec' ? null : { type: 'unknown' };
  if (name === 'command' && /^-[pvV]*[vV]/.test(words[1]?.value ?? '')) return null;
  return readWords(words, launcher, isShell(name));
}

/** After the options and the container name, any word could be the program; each is checked for denied ones. */
function hosted(name: string, words: readonly Word[]): Launch | null {
  const verb = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  const at = verb ? words.findIndex((word, i) => i > 0 && verb.test(word.value)) : -1;
  if (at < 0) return null;
  const starts = words.flatMap((word, i) => (i >= at && i > 0 && !isFlag(word.value) ? [i] : []));
  const candidates = starts.slice(0, MAX_CANDIDATES).map(i => words.slice(i));
  return candidates.length > 0 ? { type: 'any', candidates } : null;
}

function readWords(words: readonly Word[], launcher: Launcher, isShellName: boolean): Launch | null {
  const { values, text, assigns, safe, joins = false, isFed = false } = launcher;
  let { operands = 0, isTransparent = false } = launcher;
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    const { value } = word;
    if (!word.isStatic && operands === 0) return { type: 'unknown' };
    if (text?.test(value)) return textAfter(words, at, isTransparent && isShellName && at === 1);
    if (value === '--') continue;
    if (assigns && /^[A-Za-z_]\w*=/.test(value)) isTransparent &&= HARMLESS_VARIABLE.test(value);
    else if (isFlag(value) || (isShellName && value.startsWith('+'))) {
      isTransparent &&= safe?.test(value) === true;
      // Any other placeholder may occur where it can't be recognized, such as within a text for a shell.
      if (value === '-I') isTransparent &&= words[at + 1]?.value === '{}';
      if (values?.test(value)) at++;
    } else if (operands > 0) operands--;
    else break;
  }
  // Unknown options may contain the whole command, such as `env --split-string=…`.
  const isOpaque = launcher.isTransparent && !isTransparent;
  if (at >= words.length) return isShellName || operands > 0 || isOpaque ? { type: 'unknown' } : null;
  const rest = words.slice(at);
  // A shell given a file runs the file's content, and searches for it in `PATH` too.
  if (isShellName) return rest[0]?.isStatic ? { type: 'any', candidates: [rest] } : { type: 'unknown' };
  if (!joins) return { type: 'words', words: rest, isFed, isTransparent };
  const word: Word = {
    value: rest.map(each => each.value).join(' '),
    isStatic: rest.every(each => each.isStatic),
    isQuoted: true,
  };
  return { type: 'text', word, isTransparent };
}

function textAfter(words: readonly Word[], at: number, isTransparent: boolean): Launch {
  const word = words[at + 1];
  return word ? { type: 'text', word, isTransparent } : { type: 'unknown' };
}

/** The commands that `find` starts with `-exec` and similar options. */
export function findActions(words: readonly Word[]): readonly (readonly Word[])[] {
  if (!/^(?:find|gfind|fd|fdfind)$/.test(baseName(words[0]?.value ?? ''))) return [];
  const actions: (readonly Word[])[] = [];
  words.forEach(({ value }, i) => {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(value)) return;
    const rest = words.slice(i + 1);
    const end = rest.findIndex(word => word.value === ';' || word.value === '+');
    actions.push(end < 0 ? rest : rest.slice(0, end));
  });
  return actions.filter(action => action.length > 0);
}
