import { baseName, type SimpleCommand } from './command';

/** Programs that show the content of their files in some form. */
const SHOWS =
  /^(?:cat|tac|rev|head|tail|nl|less|more|bat|grep|egrep|fgrep|rg|ag|sed|[gmn]?awk|cut|sort|uniq|paste|column|fold|tr|diff|cmp|comm|od|xxd|hexdump|strings|base64|base32|jq|yq|source|\.)$/;

/**
 * True for a command that shows files that its words don't determine, because of variables, substitutions or its
 * input. Patterns are resolved where that matters.
 */
export function readsUnknown({ words, isFed, text }: SimpleCommand): boolean {
  const [name, ...args] = words;
  if (!name || !SHOWS.test(baseName(name.value))) return false;
  return args.some(({ isStatic, isFilePattern }) => !isStatic && !isFilePattern) || (isFed && / \{\}| $/.test(text));
}
