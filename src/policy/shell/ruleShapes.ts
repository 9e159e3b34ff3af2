import type { Rule } from '../rule';
import { exactPattern } from '../savedRules';

/** True for a rule that allows every command, which is taken to be intended. */
export function isWholeShell({ decision, commandPrefixes, commandRegex, argsPattern }: Rule): boolean {
  return decision === 'allow' && !commandPrefixes && !commandRegex && !argsPattern;
}

/** True if no stricter rule comes before one that allows every command. */
export function allowsAll(rules: readonly Rule[]): boolean {
  const whole = rules.findIndex(isWholeShell);
  return whole >= 0 && rules.slice(0, whole).every(({ decision }) => decision === 'allow');
}

/** True for a rule whose own words name a place. */
export function namesPlace({ commandPrefixes = [] }: Rule, place: string | undefined): boolean {
  return place !== undefined && commandPrefixes.some(prefix => prefix.trim().split(/\s+/).includes(place));
}

/** True for a rule about exactly this command. */
export function isExactly({ commandRegex }: Rule, text: string): boolean {
  return commandRegex?.source === new RegExp(exactPattern(text)).source;
}
