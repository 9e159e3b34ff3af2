import { takesPathsFromPipe } from './cmdletEffects';
import type { Risk, Redirection, ShellAnalysis, SimpleCommand, Word } from './command';

/** Aliases that every PowerShell has, with their cmdlets. */
const ALIASES: Readonly<Record<string, string>> = {
  rm: 'Remove-Item',
  del: 'Remove-Item',
  erase: 'Remove-Item',
  rd: 'Remove-Item',
  rmdir: 'Remove-Item',
  ri: 'Remove-Item',
  cat: 'Get-Content',
  gc: 'Get-Content',
  type: 'Get-Content',
  ls: 'Get-ChildItem',
  dir: 'Get-ChildItem',
  gci: 'Get-ChildItem',
  cp: 'Copy-Item',
  copy: 'Copy-Item',
  cpi: 'Copy-Item',
  mv: 'Move-Item',
  move: 'Move-Item',
  mi: 'Move-Item',
  ren: 'Rename-Item',
  rni: 'Rename-Item',
  ni: 'New-Item',
  si: 'Set-Item',
  sc: 'Set-Content',
  ac: 'Add-Content',
  clc: 'Clear-Content',
  iex: 'Invoke-Expression',
  icm: 'Invoke-Command',
  iwr: 'Invoke-WebRequest',
  curl: 'Invoke-WebRequest',
  wget: 'Invoke-WebRequest',
  irm: 'Invoke-RestMethod',
  saps: 'Start-Process',
  start: 'Start-Process',
  sajb: 'Start-Job',
  kill: 'Stop-Process',
  spps: 'Stop-Process',
  ii: 'Invoke-Item',
  echo: 'Write-Output',
  write: 'Write-Output',
  cd: 'Set-Location',
  chdir: 'Set-Location',
  sl: 'Set-Location',
  pwd: 'Get-Location',
  gl: 'Get-Location',
  sleep: 'Start-Sleep',
  sls: 'Select-String',
  ps: 'Get-Process',
  gps: 'Get-Process',
  sal: 'Set-Alias',
  nal: 'New-Alias',
  sv: 'Set-Variable',
  set: 'Set-Variable',
  ipmo: 'Import-Module',
  sasv: 'Start-Service',
  spsv: 'Stop-Service',
};
const RESOLVED = new Map(Object.entries(ALIASES).map(([alias, name]) => [alias, name.toLowerCase()]));
/** Typographic quotes and dashes, which PowerShell treats like plain ones everywhere. */
const TYPOGRAPHIC = /[\u2013-\u2015\u2018-\u201e]/;
/** Characters that are special to PowerShell anywhere outside single quotes. */
const MEANING = /[$`(){}@[\]#%<]|--%/;
const DESTROYS =
  /^(?:remove-item|clear-content|clear-item|clear-disk|format-volume|remove-.*|stop-computer|restart-computer|stop-process|set-executionpolicy|initialize-disk)$/;
const RUNS =
  /^(?:invoke-expression|invoke-command|start-process|start-job|invoke-item|set-alias|new-alias|import-module|add-type|new-object|foreach-object|where-object|powershell|pwsh|cmd|wsl|bash|rundll32|regsvr32|mshta|wscript|cscript|certutil|bitsadmin|reg|sc|net|schtasks)$/;

/** The cmdlet of an alias, or the name itself, in lower case because PowerShell ignores case. */
export function resolvePowerShellName(name: string): string {
  const lower = name.toLowerCase().replace(/\.exe$/, '');
  return RESOLVED.get(lower) ?? lower;
}

/** The text to search for forbidden commands: of a plain line, all but quoted texts; of any other line, everything. */
export function searchedText(text: string, { commands, risks }: ShellAnalysis): string {
  if (risks.length > 0 || commands.some(command => command.risks.length > 0)) return text;
  const isText = ({ value, isQuoted }: Word) => isQuoted && /[\s;|&]/.test(value);
  return commands.map(({ words }) => words.map(word => (isText(word) ? '-' : word.value)).join(' ')).join('\n');
}

/** The commands of a line that consists of plain words; anything else is a risk. */
export function analysePowerShell(text: string): ShellAnalysis {
  const pieces = split(text);
  if (!pieces) return { commands: [], risks: [{ kind: 'unparsed', detail: text.slice(0, 120) }] };
  const commands = pieces.map((piece, i) => commandOf(piece, pieces[i - 1])).filter(({ words }) => words.length > 0);
  return { commands, risks: [] };
}

interface Piece {
  readonly text: string;
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
  /** Its input is the output of the previous piece. */
  readonly isPiped: boolean;
}

/** Cmdlets whose output is text. The next cmdlet in the pipe reads that text itself, not files named in it. */
const GIVES_TEXT = /^(?:get-content|write-output|out-string|select-string)$/;
const SEARCHES = /^(?:select-string|out-string|set-content|add-content|out-file|tee-object)$/;

/** Whether a cmdlet gets the paths of its files from a pipe. */
function isFedPaths(name: string, { words, isPiped }: Piece, before: Piece | undefined): boolean {
  if (!isPiped || !takesPathsFromPipe(name, words)) return false;
  const giver = before?.words[0]?.value ?? '';
  const isText = GIVES_TEXT.test(resolvePowerShellName(giver)) || /^(?:git|npm|node)$/i.test(giver);
  return !(isText && SEARCHES.test(name));
}

function commandOf(piece: Piece, before: Piece | undefined): SimpleCommand {
  const { text, words, redirections } = piece;
  const name = resolvePowerShellName(words[0]?.value ?? '');
  const risks: Risk[] = [];
  if (DESTROYS.test(name)) risks.push({ kind: 'destructive', detail: text });
  else if (RUNS.test(name) || words[0]?.isQuoted || isFedPaths(name, piece, before))
    risks.push({ kind: 'indirect', detail: text });
  if (words.some(word => /^-e(?:nc|ncodedcommand|c)?$/i.test(word.value))) risks.push({ kind: 'hidden', detail: text });
  return { text, words, cmdlet: name, assignments: [], redirections, risks, isFed: false };
}

/** Null for anything except plain words, quoted texts, pipes and separators. */
function split(text: string): Piece[] | null {
  if (TYPOGRAPHIC.test(text)) return null;
  const pieces: Piece[] = [];
  const token =
    /([ \t]+|[\d*]?>(?:&\d|[ \t]*\$null)(?=$|[\s;|]))|(\r?\n|;|\|\||&&|\|)|(\d?>>?)|'((?:[^']|'')*)'|"([^"]*)"|([^\s;|&'"<>]+)|(.)/gsy;
  let words: Word[] = [];
  let redirections: Redirection[] = [];
  let start = 0;
  let isTarget = false;
  let isOpen = false;
  let isPiped = false;
  const close = (end: number) => {
    if (words.length > 0) pieces.push({ text: text.slice(start, end).trim(), words, redirections, isPiped });
    [words, redirections, isOpen, start] = [[], [], false, end];
  };
  for (const match of text.matchAll(token)) {
    const [whole, blank, separator, redirect, single, double, bare] = match;
    if (blank !== undefined) isOpen = false;
    else if (separator !== undefined) {
      close(match.index);
      isPiped = separator === '|';
      start = match.index + whole.length;
    } else if (redirect !== undefined) isTarget = true;
    else {
      const value = single?.replaceAll("''", "'") ?? double ?? bare;
      // PowerShell has its own rules for joining two pieces without a space between them.
      if (value === undefined || isOpen || (single === undefined && MEANING.test(value))) return null;
      const word: Word = { value, isStatic: true, isQuoted: bare === undefined };
      if (isTarget) redirections.push({ kind: 'write', target: word });
      else words.push(word);
      [isTarget, isOpen] = [false, true];
    }
  }
  close(text.length);
  return isTarget ? null : pieces;
}
