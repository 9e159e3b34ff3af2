import type { CommandProposal, RememberChoice } from '../shared/proposals';
import type { Decision, PolicyReason } from './decision';
import { locate, spelledPath, type Ground } from './paths';
import type { Rule } from './rules';
import { analyseBash } from './shell/analyse';
import { foldersOf, followsLinks, secretBelow } from './shell/below';
import type { ShellAnalysis, SimpleCommand } from './shell/command';
import { effectsOf, touchOf } from './shell/effects';
import { fileDoubtOf, inputDoubtOf, staysInside } from './shell/fileDoubts';
import { hiddenIn } from './shell/hiddenText';
import { judge } from './shell/judge';
import { findForbidden } from './shell/looseSearch';
import { analysePowerShell, resolvePowerShellName, searchedText } from './shell/powershell';
import { gitWords } from './shell/git';
import { doubtOf } from './shell/programs';
import { isReadOnly, onlyLooks } from './shell/readOnly';
import type { ShellParser } from './shell/syntax';
import { groundsOf } from './shell/workingFolders';

export type Shell = 'bash' | 'powershell';

export interface CommandSettings {
  readonly shell: Shell;
  /** About shell commands, first come first. */
  readonly rules: readonly Rule[];
  readonly ground: Ground;
  readonly fallback: Decision['decision'];
  readonly isYolo: boolean;
  /** See `JudgeContext`. */
  readonly asksBeforeDestroying: boolean;
  /** Commands that only look inside of the workspace need no rule. */
  readonly freesReadOnly: boolean;
  /** Of `filesNamed`, those that ignore files exclude; needed where a rule is about such. */
  readonly ignored?: ReadonlySet<string>;
  /** By folder, files below it that look like secrets; of `foldersSearched`. */
  readonly secrets?: ReadonlyMap<string, readonly string[]>;
  /** Files that rules come from are broken, so none of them allows anything. */
  readonly brokenRules?: string;
}

/** What is longer is not understood, only searched for what is forbidden. */
const MAX_PARSED = 40_000;

/** Decides about a command line. Pure: neither the disk nor a clock has a part in it. */
export function decideCommand(text: string, settings: CommandSettings, parse: ShellParser): Decision {
  const { rules, isYolo, ground } = settings;
  const resolve = settings.shell === 'powershell' ? resolvePowerShellName : undefined;
  if (text.includes('\0')) return { decision: 'deny', reason: { kind: 'hidden', detail: '\\u{0}' } };
  const analysis = text.length > MAX_PARSED || depthOf(text) > MAX_DEPTH ? null : analyse(text, settings.shell, parse);
  // The grammar takes a line that goes on within a word for two words.
  const isDoubtful =
    analysis === null || analysis.doubts.length > 0 || /\S\\\r?\n\S/.test(text) || settings.shell === 'powershell';
  const anywhere = rules.filter(rule => !rule.ignoredFiles);
  const searched = resolve && analysis ? searchedText(text, analysis) : text;
  const forbidden = isDoubtful ? findForbidden(searched, anywhere, resolve) : undefined;
  if (forbidden) return denyBy(forbidden);
  if (!analysis) return { decision: isYolo ? 'allow' : 'ask', reason: { kind: 'unparsed' } };
  const places = groundsIn(text, analysis, ground);
  const groundsFor = (command: SimpleCommand) => (places.has(command) ? places.get(command) : [ground]) ?? null;
  const judged = judge(text, analysis, {
    rules,
    isYolo,
    asksBeforeDestroying: settings.asksBeforeDestroying,
    fallback: settings.fallback,
    fileDoubt: command => fileDoubtOf(command, groundsFor(command), ground),
    inputDoubt: command => inputDoubtOf(command, groundsFor(command), ground, settings.ignored),
    namesIgnored: command => namesIn(command, ground).some(file => settings.ignored?.has(file)),
    isFree: command =>
      settings.freesReadOnly &&
      isReadOnly(command.words) &&
      !followsLinks(command.words) &&
      staysInside(command, groundsFor(command), ground),
    freeDoubt: command => secretBelow(command, groundsFor(command) ?? [ground], settings.secrets),
  });
  const effects = effectsOf(analysis.commands, (path, command) => {
    const { path: shown, isOutside } = locate(path, groundsFor(command)?.at(-1) ?? ground);
    return { path: shown, isOutside };
  });
  const hidden = hiddenIn(text);
  const decision = {
    ...judged,
    ...(!isDoubtful && hidden === null && onlyLooks(analysis) && { onlyLooks: true as const }),
  };
  const reason = loweredBy(hidden, settings);
  return reason && judged.decision === 'allow'
    ? { ...decision, decision: 'ask', reason, effects }
    : { ...decision, effects };
}

/** Why nothing of a line is allowed, whatever the rules say. */
function loweredBy(hidden: string | null, { isYolo, brokenRules }: CommandSettings): PolicyReason | null {
  if (isYolo) return null;
  if (hidden !== null) return { kind: 'hidden', detail: hidden };
  return brokenRules === undefined ? null : { kind: 'brokenRules', detail: brokenRules };
}

function groundsIn(text: string, { commands }: ShellAnalysis, ground: Ground) {
  return groundsOf(commands, ground, /\b(?:for|while|until|function)\b|\(\s*\)/.test(text));
}

/** Every place that a line touches, by its spelling and with its `..`: where links have to be followed. */
export function placesTouched(
  text: string,
  { shell, ground }: Pick<CommandSettings, 'shell' | 'ground'>,
  parse: ShellParser,
): string[] {
  if (text.length > MAX_PARSED || depthOf(text) > MAX_DEPTH) return [];
  const analysis = analyse(text, shell, parse);
  const places = groundsIn(text, analysis, ground);
  const found = analysis.commands.flatMap(command => {
    const { reads, writes, deletes, uses } = touchOf(command);
    const values = new Set([...reads, ...writes, ...deletes, ...uses].map(({ value }) => value));
    const grounds = places.get(command) ?? [ground];
    // A command is free only where it runs inside.
    return ['.', ...values].flatMap(value => grounds.map(each => spelledPath(value, each)));
  });
  return [...new Set(found)];
}

/** Absolute paths of the folders that a command line searches with all that is in them. */
export function foldersSearched(
  text: string,
  { shell, ground }: Pick<CommandSettings, 'shell' | 'ground'>,
  parse: ShellParser,
): string[] {
  if (shell !== 'bash' || text.length > MAX_PARSED || depthOf(text) > MAX_DEPTH) return [];
  const analysis = analyse(text, shell, parse);
  const places = groundsIn(text, analysis, ground);
  const found = analysis.commands.flatMap(command =>
    (places.get(command) ?? [ground]).flatMap(each => foldersOf(command, each)),
  );
  return [...new Set(found)];
}

/** Absolute paths of the files that a command line names, as far as it can be understood. */
export function filesNamed(
  text: string,
  { shell, ground }: Pick<CommandSettings, 'shell' | 'ground'>,
  parse: ShellParser,
): string[] {
  if (text.length > MAX_PARSED || depthOf(text) > MAX_DEPTH) return [];
  const { commands } = analyse(text, shell, parse);
  const all = commands.flatMap(command => [command, ...(command.mayStart ?? [])]);
  return [...new Set(all.flatMap(command => namesIn(command, ground)))];
}

/** What a program touches; of one that is not known, every word that looks like a path. */
function namesIn(command: SimpleCommand, ground: Ground): string[] {
  const { reads, writes, deletes, isKnown } = touchOf(command);
  const values = command.words.slice(1).map(({ value }) => value.replace(/^--?[\w-]+=/, ''));
  const likely = isKnown ? [] : values.filter(value => /[./\\]/.test(value));
  const touched = [...reads, ...writes, ...deletes].map(({ value }) => value);
  return [...touched, ...likely].filter(value => value !== '').map(value => locate(value, ground).absolute);
}

/** What may be remembered of a command: the exact beginning of each part that is asked about, if there is just one. */
export function rememberCommand(
  { command }: CommandProposal,
  decision: Decision,
  shell: Shell,
  parse: ShellParser,
): RememberChoice[] {
  const open = decision.parts?.filter(part => part.decision !== 'allow') ?? [];
  const [part] = open;
  if (
    !part ||
    open.length > 1 ||
    !/^(?:command|secretBelow)$/.test(part.reason.kind) ||
    shell !== 'bash' ||
    hiddenIn(command) !== null
  )
    return [];
  const { commands } = analyseBash(part.text, parse);
  const [only] = commands;
  const prefix = commands.length === 1 && only ? prefixOf(only) : null;
  if (prefix === null) return [];
  return (['session', 'folder', 'user'] as const).map(scope => ({
    id: `command:${scope}`,
    scope,
    rule: `commandPrefix = ${JSON.stringify(prefix)}`,
  }));
}

/** Program and subcommand of a plain command. */
function prefixOf({ words, redirections, doubts }: SimpleCommand): string | null {
  const isPlain = words.every(word => word.isStatic);
  const name = words[0]?.value ?? '';
  if (!isPlain || redirections.length > 0 || doubts.length > 0 || !/^[\w.-]+$/.test(name)) return null;
  if (doubtOf(words) !== null || RUNS_ANYTHING.test(name)) return null;
  const args = words.slice(1).map(word => word.value);
  const own = name === 'git' ? gitWords(args) : args;
  const subcommand = own[0];
  if (subcommand === undefined || !/^[a-z][\w:-]*$/i.test(subcommand) || (name === 'git' && args[0] !== subcommand))
    return name;
  const script =
    /^(?:run|run-script|exec|compose)$/.test(subcommand) && /^[\w:.-]+$/.test(own[1] ?? '') ? ` ${own[1]}` : '';
  return SUBCOMMANDS.has(name) ? `${name} ${subcommand}${script}` : name;
}

/** Shells, interpreters and launchers: a rule about one of them would be a rule about every program. */
const RUNS_ANYTHING =
  /^(?:(?:ba|da|z|k|fi|c|tc|a)?sh|source|eval|exec|command|builtin|(?:python|pypy|perl|ruby|node|nodejs|php|lua|tclsh|Rscript)[\d.]*|deno|tsx|ts-node|pwsh|powershell|osascript|awk|gawk|mawk|sudo|doas|su|env|xargs|parallel|timeout|nice|ionice|nohup|setsid|stdbuf|time|watch|flock|chroot|unshare|nsenter|strace|gdb|ssh|npx|bunx|pnpx|uvx|pipx|find|fd)$/;

/** Programs whose first word says what they do. */
const SUBCOMMANDS = new Set(
  'git npm yarn pnpm bun cargo go docker kubectl make pip poetry uv gh terraform dotnet mvn gradle bundle rails rake mix composer php systemctl brew apt'.split(
    ' ',
  ),
);

function analyse(text: string, shell: Shell, parse: ShellParser): ShellAnalysis {
  return shell === 'bash' ? analyseBash(text, parse) : analysePowerShell(text);
}

const MAX_DEPTH = 200;

/** How deep brackets are nested, quotes disregarded: what is deeper than any person writes is not parsed. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if ('({['.includes(character)) deepest = Math.max(deepest, ++depth);
    else if (')}]'.includes(character)) depth--;
  }
  return deepest;
}

function denyBy(rule: Rule): Decision {
  const { name, file, line, denyMessage } = rule;
  return {
    decision: 'deny',
    reason: { kind: 'rule', ...(denyMessage !== undefined && { detail: denyMessage }) },
    rule: { name, ...(file !== undefined && { file }), ...(line !== undefined && { line }) },
  };
}
