import type { ServerPrompt } from '../connection/mcpConnection';

/**
 * Parses the text after a prompt's name as its arguments: `--name="value"`, and unnamed words in the order of the
 * prompt's arguments, the last of which takes the rest. Throws an `Error` with a message for the user if a required
 * one is missing.
 */
export function promptArguments({ name, arguments: known }: ServerPrompt, typed: string): Record<string, string> {
  const given: Record<string, string> = {};
  const rest = typed.replace(
    /--([\w.-]+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S*))/g,
    (whole, key: string, double?: string, single?: string, plain?: string) => {
      if (!known.some(each => each.name === key)) return whole;
      given[key] = double?.replace(/\\(.)/g, '$1') ?? single ?? plain ?? '';
      return '';
    },
  );
  const open = known.filter(each => !(each.name in given));
  const words = [...rest.trim().matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\S+/g)];
  open.forEach((each, i) => {
    const word = words[i];
    if (!word) return;
    const isLast = i === open.length - 1 && words.length > open.length;
    given[each.name] = isLast ? rest.trim().slice(word.index) : (word[1] ?? word[2] ?? word[0]);
  });
  const missing = known.filter(each => each.isRequired && !(each.name in given)).map(each => `--${each.name}="…"`);
  if (missing.length > 0) throw new Error(`/${name} ${missing.join(' ')}`);
  return given;
}
