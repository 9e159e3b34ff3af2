import { locate, spelledPath, type Ground } from './paths';
import { analyseBash } from './shell/analyse';
import { broughtAlong } from './shell/broughtAlong';
import type { ShellAnalysis, SimpleCommand } from './shell/command';
import { touchOf } from './shell/effects';
import { reachByRule } from './shell/free/gitReach';
import { FreeLine, placesOf, type RepositoryQuestion } from './shell/free/freeLine';
import { analysePowerShell } from './shell/powershell';
import type { ShellParser } from './shell/syntax';
import { readsUnknown } from './shell/unknownReads';
import { gitUses } from './shell/gitUse';
import { groundsOf } from './shell/workingFolders';

export type Shell = 'bash' | 'powershell';

/** Longer or more deeply nested text is not parsed, only searched for forbidden commands. */
const MAX_PARSED = 10_000;
const MAX_DEPTH = 200;

/** A command line, parsed once for all questions about it. */
export interface ReadCommand {
  readonly text: string;
  readonly shell: Shell;
  /** Null if the text is too large to be parsed. */
  readonly analysis: ShellAnalysis | null;
  /** Null if the line does not have the form of one that may run without asking. */
  readonly free: FreeLine | null;
}

export function readCommand(text: string, shell: Shell, parse: ShellParser): ReadCommand {
  if (text.length > MAX_PARSED || depthOf(text) > MAX_DEPTH) return { text, shell, analysis: null, free: null };
  const analysis = shell === 'bash' ? analyseBash(text, parse) : analysePowerShell(text);
  return { text, shell, analysis, free: FreeLine.read(text, analysis.commands, shell) };
}

/** The directories each command of a line may run in. */
export function workingFolders(text: string, { commands }: ShellAnalysis, ground: Ground) {
  return groundsOf(commands, ground, /\b(?:for|while|until|function)\b|\(\s*\)/.test(text));
}

/** The paths of a command line that decide about it: absolute, each listed once. */
export interface CommandPlaces {
  /** All paths that it touches, as spelled and with their `..`: links have to be followed there. */
  readonly touched: readonly string[];
  /** The files that it names, where it can be parsed. */
  readonly named: readonly string[];
  /** Files that must not be folders. */
  readonly compared: readonly string[];
  /** Folders whose files it searches and shows. */
  readonly searched: readonly string[];
  /** Folders in which it runs git. */
  readonly ofGit: readonly string[];
  /** Folders in which programs run that may need no question. */
  readonly lookedIn: readonly string[];
  /** Folders in which it uses git to do more than look. */
  readonly workedIn: readonly string[];
  /** What must be known about the repositories. */
  readonly question: RepositoryQuestion;
}

const NONE: CommandPlaces = {
  touched: [],
  named: [],
  compared: [],
  searched: [],
  ofGit: [],
  lookedIn: [],
  workedIn: [],
  question: { looksBack: false, hashes: [], tellsAddresses: false },
};

export function placesIn({ text, analysis, free }: ReadCommand, ground: Ground): CommandPlaces {
  if (!analysis) return NONE;
  const places = workingFolders(text, analysis, ground);
  const each = analysis.commands.map(command => {
    const part = free?.get(command);
    const ruled = part ? null : reachByRule(command.words);
    const grounds = places.get(command) ?? [ground];
    const { reads, writes, deletes, uses } = touchOf(command);
    const values = [...reads, ...writes, ...deletes, ...uses].map(({ value }) => value);
    // A command can be free only if it runs inside the workspace.
    const spelled = ['.', ...values, ...(part ? placesOf(part) : [])];
    const located = (paths: readonly string[]) => grounds.flatMap(own => paths.map(path => locate(path, own).absolute));
    return {
      touched: grounds.flatMap(own => spelled.map(path => spelledPath(path, own))),
      named: [command, ...(command.mayStart ?? [])].flatMap(own => namesIn(own, ground)),
      compared: located((part?.paths ?? []).flatMap(({ kind, value }) => (kind === 'file' ? [value] : []))),
      searched: [
        ...located([...(part?.searched ?? []), ...broughtAlong(command).folders]),
        ...(readsUnknown(command) ? ground.folders.map(folder => locate(folder, ground).absolute) : []),
      ],
      ofGit: part?.git
        ? grounds.map(({ cwd }) => cwd)
        : grounds.flatMap(own => (ruled ? [locate(ruled.folder, own).absolute] : [])),
      lookedIn: part ? grounds.map(({ cwd }) => cwd) : [],
      workedIn: part ? [] : located(gitUses(command).flatMap(({ folder }) => folder ?? [])),
    };
  });
  const all = (of: (places: (typeof each)[number]) => readonly string[]) => [...new Set(each.flatMap(of))];
  const parts = analysis.commands.flatMap(command => free?.get(command) ?? []);
  return {
    touched: all(({ touched }) => touched),
    named: all(({ named }) => named),
    compared: all(({ compared }) => compared),
    searched: all(({ searched }) => searched),
    ofGit: all(({ ofGit }) => ofGit),
    lookedIn: all(({ lookedIn }) => lookedIn),
    workedIn: all(({ workedIn }) => workedIn),
    question: {
      looksBack:
        parts.some(({ git }) => git === 'looksBack') ||
        analysis.commands.some(command => !free?.get(command) && reachByRule(command.words) !== null),
      tellsAddresses: parts.some(({ git }) => git === 'addresses'),
      hashes: [...new Set(parts.flatMap(({ git, hashes }) => (git === 'looksBack' ? (hashes ?? []) : [])))],
    },
  };
}

/** The files that a program touches; for an unknown program, every word that looks like a path. */
export function namesIn(command: SimpleCommand, ground: Ground): string[] {
  const { reads, writes, deletes, isKnown } = touchOf(command);
  const values = command.words.slice(1).map(({ value }) => value.replace(/^--?[\w-]+=/, ''));
  const likely = isKnown ? [] : values.filter(value => /[./\\]/.test(value));
  const touched = [...reads, ...writes, ...deletes].map(({ value }) => value);
  return [...touched, ...likely].filter(value => value !== '').map(value => locate(value, ground).absolute);
}

/** The nesting depth of brackets, ignoring quotes: text nested deeper than anyone would write is not parsed. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if ('({['.includes(character)) deepest = Math.max(deepest, ++depth);
    else if (')}]'.includes(character)) depth--;
  }
  return deepest;
}
