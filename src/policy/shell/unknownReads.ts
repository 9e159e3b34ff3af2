import { baseName, type SimpleCommand } from './command';

/** Programs that show what is in the files that they are given, in one form or another. */
const SHOWS =
  /^(?:cat|tac|rev|head|tail|nl|less|more|bat|grep|egrep|fgrep|rg|ag|sed|[gmn]?awk|cut|sort|uniq|paste|column|fold|tr|diff|cmp|comm|od|xxd|hexdump|strings|base64|base32|jq|yq|source|\.)$/;

/**
 * True for a command that shows files of which its words do not tell which: by variables, substitutions, or what
 * comes from its input. Patterns are looked up where that matters.
 */
export function readsUnknown({ words, isFed, text }: SimpleCommand): boolean {
  const [name, ...args] = words;
  if (!name || !SHOWS.test(baseName(name.value))) return false;
  return args.some(({ isStatic, isFilePattern }) => !isStatic && !isFilePattern) || (isFed && / \{\}| $/.test(text));
}
