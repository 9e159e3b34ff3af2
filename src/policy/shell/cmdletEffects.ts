import { isFlag, type Word } from './command';

/** What a cmdlet does to files. */
export interface CmdletTouch {
  readonly reads: readonly Word[];
  readonly writes: readonly Word[];
  readonly deletes: readonly Word[];
}

const READERS =
  /^(?:get-content|get-childitem|get-item|get-itemproperty|get-filehash|get-acl|select-string|import-csv|import-clixml|format-hex|test-path|resolve-path|set-location|push-location)$/;
const WRITERS =
  /^(?:set-content|add-content|clear-content|out-file|tee-object|new-item|set-item|export-csv|export-clixml|start-transcript)$/;
const MOVERS = /^(?:move-item|rename-item)$/;
const SILENT = /^(?:write-output|write-host|get-location|get-date|get-process|get-command|get-help|start-sleep)$/;

const NOTHING: CmdletTouch = { reads: [], writes: [], deletes: [] };
const SOURCE = /^-(?:path|literalpath|filepath|inputobject|lp|pspath)$/i;
const TARGET = /^-(?:destination|newname)$/i;

/** What the cmdlet `name`, in lower case, touches as far as its words tell; undefined for what is not known here. */
export function touchOfCmdlet(name: string, words: readonly Word[]): CmdletTouch | undefined {
  const { sources, targets, operands } = sort(words.slice(1));
  const files = sources.length > 0 ? sources : operands.slice(0, 1);
  if (SILENT.test(name)) return NOTHING;
  if (READERS.test(name)) return { ...NOTHING, reads: [...sources, ...operands] };
  if (WRITERS.test(name)) return { ...NOTHING, writes: files };
  if (name === 'remove-item') return { ...NOTHING, deletes: [...sources, ...operands] };
  const written = targets.length > 0 ? targets : operands.slice(-1);
  if (name === 'copy-item') return { ...NOTHING, reads: files, writes: written };
  if (MOVERS.test(name)) return { ...NOTHING, deletes: files, writes: written };
  return undefined;
}

/** The words by their part: a parameter may have its value behind a blank or behind a colon. */
function sort(words: readonly Word[]) {
  const [sources, targets, operands]: [Word[], Word[], Word[]] = [[], [], []];
  let kind: Word[] | undefined;
  for (const word of words) {
    const [parameter = '', value] = word.isQuoted || !isFlag(word.value) ? [] : split(word.value);
    if (parameter === '') (kind ?? operands).push(word);
    kind = SOURCE.test(parameter) ? sources : TARGET.test(parameter) ? targets : undefined;
    if (value === undefined) continue;
    (kind ?? operands).push({ ...word, value });
    kind = undefined;
  }
  return { sources, targets, operands };
}

function split(word: string): readonly [string, string?] {
  const colon = word.indexOf(':');
  return colon < 0 ? [word] : [word.slice(0, colon), word.slice(colon + 1)];
}
