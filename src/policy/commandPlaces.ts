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

/** What is longer, or nested deeper, is not understood, only searched for what is forbidden. */
const MAX_PARSED = 10_000;
const MAX_DEPTH = 200;

/** A command line, understood once for all that is asked about it. */
export interface ReadCommand {
  readonly text: string;
  readonly shell: Shell;
  /** Null if the text is larger than anything that is to be understood. */
  readonly analysis: ShellAnalysis | null;
  /** Null if it is not of the shape that may need no question. */
  readonly free: FreeLine | null;
}

export function readCommand(text: string, shell: Shell, parse: ShellParser): ReadCommand {
  if (text.length > MAX_PARSED || depthOf(text) > MAX_DEPTH) return { text, shell, analysis: null, free: null };
  const analysis = shell === 'bash' ? analyseBash(text, parse) : analysePowerShell(text);
  return { text, shell, analysis, free: FreeLine.read(text, analysis.commands, shell) };
}

/** Where each command of a line may run. */
export function workingFolders(text: string, { commands }: ShellAnalysis, ground: Ground) {
  return groundsOf(commands, ground, /\b(?:for|while|until|function)\b|\(\s*\)/.test(text));
}

/** What of the disk decides about a command line; absolute paths, each once. */
export interface CommandPlaces {
  /** All that it touches, by its spelling and with its `..`: where links have to be followed. */
  readonly touched: readonly string[];
  /** The files that it names, as far as it can be understood. */
  readonly named: readonly string[];
  /** Files that must be no folders. */
  readonly compared: readonly string[];
  /** Folders of which it shows what is in the files below. */
  readonly searched: readonly string[];
  /** Folders in which it runs git. */
  readonly ofGit: readonly string[];
  /** Folders in which it does something by git that is not only looking. */
  readonly workedIn: readonly string[];
  /** What must be known of their repositories. */
  readonly question: RepositoryQuestion;
}

const NONE: CommandPlaces = {
  touched: [],
  named: [],
  compared: [],
  searched: [],
  ofGit: [],
  workedIn: [],
  question: { looksBack: false, hashes: [] },
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
    // A command is free only where it runs inside.
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
    workedIn: all(({ workedIn }) => workedIn),
    question: {
      looksBack:
        parts.some(({ git }) => git === 'looksBack') ||
        analysis.commands.some(command => !free?.get(command) && reachByRule(command.words) !== null),
      hashes: [...new Set(parts.flatMap(({ git, hashes }) => (git === 'looksBack' ? (hashes ?? []) : [])))],
    },
  };
}

/** What a program touches; of one that is not known, every word that looks like a path. */
export function namesIn(command: SimpleCommand, ground: Ground): string[] {
  const { reads, writes, deletes, isKnown } = touchOf(command);
  const values = command.words.slice(1).map(({ value }) => value.replace(/^--?[\w-]+=/, ''));
  const likely = isKnown ? [] : values.filter(value => /[./\\]/.test(value));
  const touched = [...reads, ...writes, ...deletes].map(({ value }) => value);
  return [...touched, ...likely].filter(value => value !== '').map(value => locate(value, ground).absolute);
}

/** How deep brackets are nested, quotes disregarded: what is deeper than any person writes is not parsed. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if ('({['.includes(character)) deepest = Math.max(deepest, ++depth);
    else if (')}]'.includes(character)) depth--;
  }
  return deepest;
}
