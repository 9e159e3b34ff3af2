import type { FormField } from '../formFields';

const SECRET =
  /passw|\bpwd\b|passphrase|passcode|\bsecrets?\b|tokens?\b|\bcredentials?\b|\b(?:api|private|access|secret) ?keys?\b|kennwort|credit ?card|card ?number/i;
/** Also asked for as a number. */
const DIGITS = /\b(?:pin|cvv|cvc)s?\b|credit ?card|card ?number/i;
const NOT = /\b(?:not|never|no|without|nor|nicht|nie|kein\w*|ohne)\b|n['’]t\b/i;

/**
 * Whether a field of a server's form looks as if it asked for a password or key: by its name or title, or by a clause
 * of its description that doesn't say no ("Don't give us your PIN").
 */
export function asksForSecret({ name, title, description = '', kind }: FormField): boolean {
  const isNumber = kind === 'number' || kind === 'integer';
  if (kind !== 'text' && !isNumber) return false;
  const isSecret = (text: string) => DIGITS.test(text) || (!isNumber && SECRET.test(text));
  const clauses = description.split(/[.;:!?()\n]+/).filter(clause => !NOT.test(clause));
  return [wordsOf(name), wordsOf(title), ...clauses].some(isSecret);
}

/** `apiKey` and `api_key` as "api key". */
function wordsOf(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
}
