import { isFlag, type Word } from './command';

/** What a cmdlet does to files. `uses`: places that are not files of this machine; only the user can decide about them. */
export interface CmdletTouch {
  readonly reads: readonly Word[];
  readonly writes: readonly Word[];
  readonly deletes: readonly Word[];
  readonly uses: readonly Word[];
}

const READERS =
  /^(?:get-content|get-childitem|get-item|get-itemproperty|get-filehash|get-acl|select-string|import-csv|import-clixml|format-hex|test-path|resolve-path|set-location|push-location)$/;
const WRITERS =
  /^(?:set-content|add-content|clear-content|out-file|tee-object|new-item|set-item|export-csv|export-clixml|start-transcript)$/;
const MOVERS = /^(?:move-item|rename-item)$/;
const SILENT = /^(?:write-output|write-host|get-location|get-date|get-process|get-command|get-help|start-sleep)$/;

const NOTHING: CmdletTouch = { reads: [], writes: [], deletes: [], uses: [] };

type Kind = 'sources' | 'targets' | 'names' | 'types' | 'values';
/** Parameters by the kind of their value; PowerShell accepts any prefix of a parameter name. */
const PARAMETERS: Readonly<Record<Kind, readonly string[]>> = {
  sources: ['path', 'literalpath', 'filepath', 'inputobject', 'lp', 'pspath'],
  targets: ['destination', 'newname'],
  names: ['name'],
  types: ['itemtype', 'type'],
  values: ['value', 'encoding', 'delimiter', 'width'],
};
/** Parameters that name no path and don't affect where a cmdlet reads or writes. */
const HARMLESS =
  /^-(?:raw|totalcount|tail|head|first|last|readcount|recurse|force|file|directory|hidden|depth|include|exclude|filter|pattern|simplematch|casesensitive|quiet|list|allmatches|context|notmatch|nonewline|append|noclobber|passthru|algorithm|isvalid|pathtype|erroraction|ea|verbose|whatif|confirm)$/i;
/** Windows paths that don't lead where they seem to: drive-relative, 8.3 names, trailing dots or spaces, devices. */
const ODD_PATH =
  /^[a-z]:(?![\\/])|[^\\/]~\d|[^\\/.][. ]+(?:[\\/]|$)|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.[^\\/]*)?(?:$|[\\/])/i;

/** What the cmdlet `name`, in lower case, touches according to its words; undefined for an unknown cmdlet. */
export function touchOfCmdlet(name: string, words: readonly Word[]): CmdletTouch | undefined {
  if (SILENT.test(name)) return NOTHING;
  const { sources, targets, names, types, operands, strange } = sort(words.slice(1));
  const files = sources.length > 0 ? sources : (operands[0] ?? []);
  const all = [...sources, ...operands.flat()];
  const written = targets.length > 0 ? targets : (operands.at(-1) ?? []);
  // `New-Item` can also create links and junctions, which lead elsewhere.
  const uses = [...strange, ...types.filter(({ value }) => !/^(?:file|directory)$/i.test(value))].map(unknown);
  const touch = (more: Partial<CmdletTouch>) => inFiles({ ...NOTHING, uses, ...more });
  if (READERS.test(name)) return touch({ reads: all });
  if (WRITERS.test(name)) return touch({ writes: [...files, ...below(files, names)] });
  if (name === 'remove-item') return touch({ deletes: all });
  if (name === 'copy-item') return touch({ reads: files, writes: written });
  if (MOVERS.test(name)) return touch({ deletes: files, writes: written });
  return undefined;
}

/** Parameters of `HARMLESS` that are followed by a value, which is no file to read. */
const VALUED =
  /^-(?:totalcount|tail|head|first|last|readcount|depth|include|exclude|filter|pattern|context|algorithm|pathtype|erroraction|ea)(?=:|$)/i;

/** Whether a cmdlet takes its files from a pipe because its arguments name none. */
export function takesPathsFromPipe(name: string, words: readonly Word[]): boolean {
  const { sources, operands } = sort(withoutValues(words.slice(1)));
  const isPatternNamed = words.some(({ value }) => /^-pattern(?=:|$)/i.test(value));
  if (name === 'select-string') return sources.length === 0 && operands.length < (isPatternNamed ? 1 : 2);
  const takes = READERS.test(name) || WRITERS.test(name) || MOVERS.test(name);
  return (takes || name === 'copy-item') && sources.length === 0 && operands.length < 1;
}

/** The words without those parameters and their values, each of which may be a list. */
function withoutValues(words: readonly Word[]): readonly Word[] {
  const rest: Word[] = [];
  let isValue = false;
  for (const [i, word] of words.entries()) {
    const isParameter = !word.isQuoted && VALUED.test(word.value);
    if (!isParameter && !isValue) rest.push(word);
    const isList = !word.isQuoted && (word.value.endsWith(',') || words[i + 1]?.value.startsWith(',') === true);
    isValue = isParameter ? !word.value.includes(':') || word.value.endsWith(':') || isList : isValue && isList;
  }
  return rest;
}

const unknown = (word: Word): Word => ({ ...word, isStatic: false });

/** The paths that `New-Item` creates if its name is given separately from the folder. */
function below(folders: readonly Word[], names: readonly Word[]): Word[] {
  const places = folders.map(({ value }) => value);
  return names.flatMap(name =>
    (places.length > 0 ? places : ['.']).map(place => ({ ...name, value: `${place}/${name.value}` })),
  );
}

/** Moves to `uses`: drives and providers other than files (`Env:`, `HKLM:`, `Registry::`), and other machines. */
function inFiles({ reads, writes, deletes, uses: others }: CmdletTouch): CmdletTouch {
  const [read, written, deleted] = [reads, writes, deletes].map(words => words.map(withoutProvider));
  const uses = [...(read ?? []), ...(written ?? []), ...(deleted ?? [])].flatMap((word): Word[] => {
    if (/^[^\\/]{2,}:|::/.test(word.value) || ODD_PATH.test(word.value)) return [unknown(word)];
    return /^(?:\\\\|\/\/)/.test(word.value) ? [word] : [];
  });
  const isFile = (word: Word) => !uses.some(({ value }) => value === word.value);
  return {
    reads: (read ?? []).filter(isFile),
    writes: (written ?? []).filter(isFile),
    deletes: (deleted ?? []).filter(isFile),
    uses: [...others, ...uses],
  };
}

/** `FileSystem::a.txt` is the file `a.txt`. */
function withoutProvider(word: Word): Word {
  const path = /^(?:Microsoft\.PowerShell\.Core[\\/])?FileSystem::(.*)$/is.exec(word.value)?.[1];
  return path === undefined ? word : { ...word, value: path };
}

/**
 * Sorts the words by role. A parameter's value may follow after a space or a colon, and each value or operand may be
 * a comma-separated list.
 */
function sort(words: readonly Word[]) {
  const parts: Record<Kind, Word[]> = { sources: [], targets: [], names: [], types: [], values: [] };
  const strange: Word[] = [];
  const operands: Word[][] = [];
  let kind: Kind | undefined;
  let list: Word[] | undefined;
  const take = (word: Word) => {
    const goesOn = list && kind === undefined && !word.isQuoted && word.value.startsWith(',') ? list : undefined;
    list = goesOn ?? (kind ? parts[kind] : newIn(operands));
    list.push(...listed(word));
    kind = undefined;
    return !word.isQuoted && word.value.endsWith(',');
  };
  let isOpen = false;
  for (const word of words) {
    if (isOpen && list) {
      list.push(...listed(word));
      isOpen = !word.isQuoted && word.value.endsWith(',');
      continue;
    }
    const [parameter = '', value] = word.isQuoted || !isFlag(word.value) ? [] : split(word.value);
    if (parameter === '') isOpen = take(word);
    else {
      kind = kindOf(parameter.slice(1).toLowerCase());
      if (kind === undefined && !HARMLESS.test(parameter)) strange.push(word);
      if (value !== undefined && value !== '') isOpen = take({ ...word, value });
    }
  }
  return { ...parts, operands, strange };
}

function newIn(operands: Word[][]): Word[] {
  const list: Word[] = [];
  operands.push(list);
  return list;
}

function kindOf(parameter: string): Kind | undefined {
  if (parameter === '') return undefined;
  const kinds = Object.keys(PARAMETERS) as Kind[];
  // An ambiguous prefix counts as a path parameter. A single letter can be a switch: `-V` is `-Verbose`.
  return kinds.find(
    kind => (parameter.length > 1 || kind === 'sources') && PARAMETERS[kind].some(name => name.startsWith(parameter)),
  );
}

/** Commas within quotes don't separate values. */
function listed(word: Word): Word[] {
  if (word.isQuoted) return [word];
  return word.value
    .split(',')
    .filter(value => value !== '')
    .map(value => ({ ...word, value }));
}

function split(word: string): readonly [string, string?] {
  const colon = word.indexOf(':');
  return colon < 0 ? [word] : [word.slice(0, colon), word.slice(colon + 1)];
}
