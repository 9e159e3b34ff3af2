// What is known about programs: which of their options run or write something, and which destroy data.
import { baseName, isFlag, type Word } from './command';
import { isDestructiveGit, isUnsafeGit } from './git';
import { isPlainSed } from './plainSed';

type Test = (args: readonly string[]) => boolean;

const has =
  (pattern: RegExp): Test =>
  args =>
    args.some(arg => pattern.test(arg));
const first = (args: readonly string[]): string => args.find(arg => !isFlag(arg)) ?? '';
const operands = (args: readonly string[]): readonly string[] => {
  const end = args.indexOf('--');
  return args.filter((arg, i) => (end >= 0 && i > end) || !isFlag(arg));
};

/** Options and words that make an otherwise ordinary program run other programs or write files. */
const UNSAFE: Readonly<Record<string, Test>> = {
  git: args => has(/^(?:ext|fd)::/)(args) || isUnsafeGit(args),
  rg: has(/^--(?:pre|hostname-bin|search-zip|pre-glob)(?:=|$)|^-[a-zA-Z]*z/),
  ag: has(/^--pager/),
  find: has(/^-(?:delete|fprint|fprint0|fprintf|fls)$/),
  sed: args => !isPlainSed(args),
  awk: has(AWK()),
  gawk: has(AWK()),
  mawk: has(AWK()),
  nawk: has(AWK()),
  tar: has(/^--(?:checkpoint-|to-c|us|rs|rm|info|new-v)|^-[a-zA-Z]*[IF]/),
  zip: has(/^-T+$|^-TT|^--unzip-command|^-[a-zA-Z]*T/),
  sort: has(/^-[a-zA-Z]*[oT]|^--(?:o|co|t|f)/),
  uniq: args => operands(args).length > 1,
  dd: () => true,
  ssh: has(/^-o|^-F|ProxyCommand/i),
  scp: has(/^-[oSF]/),
  sftp: has(/^-[obSF]/),
  rsync: has(/^-[a-zA-Z]*e|^--(?:rsh|rsync-path|daemon)/),
  curl: has(
    /^-[a-zA-Z]*[oOKTFdxDc]|^--(?:output|remote-name|config|upload-file|form|data|proxy|dump-header|cookie-jar|json|netrc-file|libcurl|trace|stderr|create-dirs|engine)/,
  ),
  wget: has(
    /^-[a-zA-Z]*[OPio]|^--(?:output|directory-prefix|input-file|use-askpass|post|body|execute|config|method|save)|^-e/,
  ),
  less: has(/^[-+]/),
  more: has(/^[-+]/),
  man: has(/^-[a-zA-Z]*[PHCM]|^--(?:p|h(?!elp)|con|b)/),
  vim: () => true,
  vi: () => true,
  nvim: () => true,
  emacs: () => true,
  ed: () => true,
  ex: () => true,
  nano: () => true,
  python: isInline(/^-(?:[a-zA-Z]*c|m|i)/),
  python2: isInline(/^-(?:[a-zA-Z]*c|m|i)/),
  python3: isInline(/^-(?:[a-zA-Z]*c|m|i)/),
  node: isInline(
    /^-(?:[a-zA-Z]*[epri])|^--(?:eval|print|require|import|interactive|experimental-loader|loader|env-file|inspect)/,
  ),
  deno: args => /^(?:eval|repl|run|install)$/.test(first(args)) && has(/^-A|^--allow|^eval$|^https?:/)(args),
  bun: has(/^-e|^--eval|^-p|^x$/),
  ruby: isInline(/^-(?:[a-zA-Z]*[eErI])/),
  perl: isInline(/^-(?:[a-zA-Z0-9]*[eEpniMI])/),
  php: isInline(/^-(?:[rBREFda])/),
  lua: isInline(/^-[eli]/),
  osascript: () => true,
  npm: args =>
    /^(?:exec|x|explore|init|create|publish|config|set|set-script|edit)$/.test(first(args)) ||
    has(/^--(?:script|node-|pref|global|user)/)(args) ||
    has(/^-C/)(args.slice(0, args.indexOf('--') >>> 0)),
  yarn: args => /^(?:dlx|exec|publish|config)$/.test(first(args)),
  pnpm: args => /^(?:dlx|exec|publish|config)$/.test(first(args)),
  pip: args =>
    /^(?:config|download)$/.test(first(args)) || has(/^(?:--index-url|-i|--extra-index-url|git\+|https?:)/)(args),
  go: args =>
    has(/^--?(?:exec|toolexec|vettool|ldflags|gcflags|overlay|modfile)/)(args) ||
    (/^(?:generate|env)$/.test(first(args)) && has(/^-w/)(args)),
  make: has(/^(?:-f|--f|--m|--ev|-E|SHELL=)/),
  docker: args => has(/^(?:-H|-c$|--(?:host|config|context)(?:=|$))/)(beforeStart(args)),
  kubectl: args =>
    has(/^--kubeconfig/)(args) ||
    /^(?:exec|run|cp|apply|delete|create|replace|patch|edit|proxy|port-forward|attach|debug|drain)$/.test(first(args)),
  cargo: has(/^--config/),
  wait: has(/^-p/),
  gdb: () => true,
  openssl: has(/^-(?:out|engine|provider)|^(?:engine|s_server|s_client)$/),
  base64: has(/^-[a-zA-Z]*o|^--output/),
  xxd: has(/^-[a-zA-Z]*r/),
  tree: has(/^-[a-zA-Z]*o/),
  file: has(/^-[a-zA-Z]*[CmzZ]|^--(?:compile|magic-file)/),
  date: args => has(/^-[a-zA-Z]*[sf]|^--(?:s|f)|^\d{8}/)(args),
  hostname: args => operands(args).length > 0 || has(/^-[a-zA-Z]*[Fb]|^--file/)(args),
  diff: has(/^--(?:output|to-file|from-file)/),
  // `%n` sets a variable, and runs any substitution in its subscript.
  printf: has(/^-v|%[^a-zA-Z%]*n/),
  read: args => operands(args).some(arg => !/^[a-z_][a-z_0-9]*$/.test(arg)),
  mapfile: () => true,
  readarray: () => true,
  let: () => true,
  source: () => true,
  '.': () => true,
  alias: () => true,
  unalias: () => true,
  enable: () => true,
  hash: has(/^-p/),
  bind: () => true,
  complete: () => true,
  compgen: () => true,
  shopt: () => true,
  fc: () => true,
  history: has(/^-/),
  set: args => !args.every(arg => /^(?:[-+][euxfvC]*o?|pipefail|errexit|nounset|xtrace)$/.test(arg)),
  test: has(/^-[vR]$/),
  jq: has(/^(?:-f|--from-file|-L)/),
  yq: has(/^(?:-i|--inplace|-s|--split-exp)/),
  cp: has(/^--(?:backup|suffix)/),
  pytest: args =>
    has(/^-[qvxslh]*[co]|^--(?:root|confcut|config|override|basetemp|pdbcls|pastebin)/)(args) || hasPlugin(args),
  eslint: args =>
    has(/^-[co]|^--(?:config|rulesdir|resolve-plugins|parser$|parser=|plugin|output-file)/)(args) || hasFormatter(args),
  prettier: has(/^--(?:config|plugin)(?:=|$)/),
  jest: has(
    /^-c|^--(?:config|rootDir|global|setup|testRunner|testEnvironment$|resolver|transform|preset|runner|reporters)/,
  ),
  vitest: has(/^-[cr]|^--(?:config|root|dir|globalSetup|environment|reporter=?[./])/),
  mocha: has(/^-r|^--(?:require|config|opts|import|loader|file|package|ui=?[./]|reporter=?[./])/),
  crontab: () => true,
  at: () => true,
  gh: args => /^(?:api|alias|extension|config|secret|auth|codespace)$/.test(first(args)),
};

/** The words that docker itself interprets, up to the subcommand that starts or builds something. */
function beforeStart(args: readonly string[]): readonly string[] {
  const start = args.findIndex(arg => /^(?:run|exec|compose|create|build|buildx)$/.test(arg));
  return start < 0 ? args : args.slice(0, start);
}

/** True if a plugin is loaded: turning one off is harmless; any other name is a module. */
function hasPlugin(args: readonly string[]): boolean {
  return args.some((arg, i) => {
    const name = /^-[qvxslh]*p(.*)$/s.exec(arg)?.[1];
    return name !== undefined && !(name === '' ? (args[i + 1] ?? '') : name).startsWith('no:');
  });
}

/** A formatter given by its path is a program of its own. */
function hasFormatter(args: readonly string[]): boolean {
  return args.some((arg, i) => {
    const name = /^(?:-f|--format=?)(.*)$/s.exec(arg)?.[1];
    return name !== undefined && /[./\\]/.test(name === '' ? (args[i + 1] ?? '') : name);
  });
}

function AWK(): RegExp {
  return /system\s*\(|\||>|getline|^-[a-zA-Z]*[fiEl]|^--(?:file|include|exec|load)|@(?:include|load)/;
}

/** Returns a test for interpreters: true if the program is on the command line or comes from standard input. */
function isInline(options: RegExp): Test {
  return args => {
    const script = args.findIndex(arg => !isFlag(arg));
    const own = script < 0 ? args : args.slice(0, script);
    const hasProgram = script >= 0 && args[script] !== '-';
    return (
      own.some(arg => options.test(arg)) ||
      (!hasProgram && !own.some(arg => /^(?:-V|-v|--version|-h|--help)$/.test(arg)))
    );
  };
}

/** Commands that destroy data irrecoverably. */
const DESTRUCTIVE: Readonly<Record<string, Test>> = {
  rm: has(/^-[a-zA-Z]*[rRf]|^--(?:recursive|force|no-preserve-root)/),
  rmdir: has(/^-[a-zA-Z]*p|^--parents/),
  shred: () => true,
  srm: () => true,
  wipefs: () => true,
  dd: has(/^of=/),
  truncate: () => true,
  mkswap: () => true,
  fdisk: () => true,
  parted: () => true,
  diskutil: () => true,
  shutdown: () => true,
  reboot: () => true,
  halt: () => true,
  poweroff: () => true,
  init: () => true,
  systemctl: args => /^(?:stop|disable|mask|poweroff|reboot|halt|kill|isolate)$/.test(first(args)),
  kill: has(/^-1$/),
  killall: () => true,
  pkill: () => true,
  chmod: has(/^-[a-zA-Z]*R|^--recursive|^[0-7]?777$/),
  chown: has(/^-[a-zA-Z]*R|^--recursive/),
  chgrp: has(/^-[a-zA-Z]*R|^--recursive/),
  crontab: has(/^-[a-zA-Z]*r/),
  userdel: () => true,
  find: has(/^-delete$/),
  rsync: has(/^--(?:delete|remove-source-files)/),
  git: isDestructiveGit,
  docker: args => args.slice(0, 3).some(arg => /^(?:prune|rm|rmi|kill)$/.test(arg)),
  kubectl: args => /^(?:delete|drain|replace)$/.test(first(args)),
  terraform: args => /^(?:destroy|apply|state|taint|import)$/.test(first(args)),
  tofu: args => /^(?:destroy|apply|state|taint|import)$/.test(first(args)),
  pulumi: args => /^(?:destroy|up|cancel)$/.test(first(args)),
  helm: args => /^(?:uninstall|delete|rollback)$/.test(first(args)),
  dropdb: () => true,
  npm: args => /^(?:unpublish|deprecate|publish)$/.test(first(args)),
  gh: args => args.includes('delete'),
};

/** Whether a program's words are destructive or unsafe; null if neither. */
export function riskOf(words: readonly Word[]): 'indirect' | 'destructive' | null {
  const name = baseName(words[0]?.value ?? '');
  const args = words.slice(1).map(word => word.value);
  if (name.startsWith('mkfs') || (Object.hasOwn(DESTRUCTIVE, name) && DESTRUCTIVE[name]?.(args))) return 'destructive';
  if (Object.hasOwn(UNSAFE, name) && UNSAFE[name]?.(args)) return 'indirect';
  return null;
}

/** True for a program with dangerous options, so that none may be hidden. */
export function hasUnsafeOptions(name: string): boolean {
  return Object.hasOwn(UNSAFE, baseName(name)) || Object.hasOwn(DESTRUCTIVE, baseName(name));
}

/** True for commands that have no effect by themselves. */
export function isNothing(words: readonly Word[]): boolean {
  const name = words[0]?.value ?? '';
  if (/^(?:true|false|:|\[\[?|break|continue)$/.test(name)) return true;
  return name === 'set' && riskOf(words) === null && words.length > 1;
}
