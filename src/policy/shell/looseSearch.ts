import { boundedTest } from '../boundedPattern';
import type { Rule } from '../rule';
import { baseName, type Word } from './command';
import { matchesLoosely } from './denyMatch';
import { decodeAnsiC } from './words';

/**
 * Returns a rule that denies something the text may contain, without parsing it: for text that is too large or too
 * unusual for the parser. Errs on the side of finding a match. Takes time linear in the length of the text.
 */
export function findForbidden(
  text: string,
  rules: readonly Rule[],
  resolveName = (name: string) => name,
): Rule | undefined {
  const forbidding = rules.filter(rule => rule.decision === 'deny');
  if (forbidding.length === 0) return undefined;
  const byName = rulesByName(forbidding, resolveName);
  const others = forbidding.filter(rule => !rule.commandPrefixes);
  for (const segment of segmentsOf(text)) {
    const words = segment.split(/[ \t]+/).filter(word => word !== '');
    for (let i = 0; i < words.length; i++) {
      for (const { rule, prefix } of byName.get(nameOf(words[i] ?? '', resolveName)) ?? []) {
        const rest = words.slice(i, i + 200).map((value, at): Word => ({
          value: at === 0 ? resolveName(value) : value,
          isStatic: true,
          isQuoted: false,
        }));
        if (matchesLoosely(rest, prefix)) return rule;
      }
    }
    const found = words.length > 0 && others.find(rule => matchesSegment(rule, words.join(' ')));
    if (found) return found;
  }
  return undefined;
}

function rulesByName(rules: readonly Rule[], resolveName: (name: string) => string) {
  const byName = new Map<string, { readonly rule: Rule; readonly prefix: string }[]>();
  for (const rule of rules) {
    for (const given of rule.commandPrefixes ?? []) {
      const [first = '', ...rest] = given.trim().split(/\s+/);
      const name = nameOf(first, resolveName);
      const prefix = [resolveName(first), ...rest].join(' ');
      byName.set(name, [...(byName.get(name) ?? []), { rule, prefix }]);
    }
  }
  return byName;
}

function nameOf(word: string, resolveName: (name: string) => string): string {
  return resolveName(baseName(word))
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase();
}

function matchesSegment({ commandRegex, argsPattern }: Rule, segment: string): boolean {
  if (commandRegex)
    return boundedTest(new RegExp(`^(?:${commandRegex.source})`, commandRegex.flags), segment.slice(0, 10_000), false);
  return !argsPattern || boundedTest(argsPattern, `{\0"command":${JSON.stringify(segment.slice(0, 10_000))}\0}`, false);
}

/** The text split wherever a shell could begin a command, in each way a shell could read it. */
function segmentsOf(text: string): ReadonlySet<string> {
  return new Set(readingsOf(text).flatMap(each => each.split(/[\n\r;&|(){}`<>\u2028\u2029]+/)));
}

/** The text without quotes and escapes, whose meaning depends on the shell and on where a text begins. */
function readingsOf(text: string): string[] {
  const unquoted = (from: string) => from.replace(/\$(?=["'])|["'^]/g, '').replace(/\$IFS|\$\{IFS\}/g, ' ');
  const joined = text.replace(/\\\r?\n/g, '');
  const unescaped = (from: string) => unquoted(from.replaceAll('\\', ''));
  const readings = [unescaped(joined.replace(/`(?=\w)/g, ''))];
  // A command's words continue after a redirection.
  const straight = joined.replace(/[0-9]{0,4}(?:&>>?|<<[<-]?|[<>]&|>>|>\||[<>])[ \t]*[^\s<>&|;()]+/g, ' ');
  if (straight !== joined) readings.push(unescaped(straight));
  // A backtick is an escape, a substitution, or a line break if `n` follows.
  if (text.includes('`')) readings.push(unescaped(joined), unescaped(joined.replace(/`[nr]/g, '\n')));
  if (text.includes("$'")) {
    const plain = joined.replace(/\$'([^'\\]*(?:\\.[^'\\]*)*)'/gs, (_, inner: string) => decodeAnsiC(inner));
    readings.push(unescaped(plain));
  }
  // A backslash may also separate folders, whose names may contain spaces.
  if (/[\\/]/.test(text) && /["'\\]/.test(text)) {
    const named = joined.replace(/(["'])([^"'\n]*)\1/g, (whole, _: string, inner: string) =>
      /\s/.test(inner) && /[\\/]/.test(inner) ? baseName(inner) : whole,
    );
    readings.push(unquoted(named.replace(/`(?=\w)/g, '')));
  }
  return readings;
}
