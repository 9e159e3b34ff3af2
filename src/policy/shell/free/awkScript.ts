const MAX_SCRIPT = 500;
const FIELD = String.raw`\$(?:\d{1,3}|NF)`;
const NAME = String.raw`[a-z]{1,6}`;
// Within brackets, a slash would not end the expression, so that text after it would be code. Refused there.
const BRACKETS = String.raw`\[(?!\^?\])\^?(?:\[:[a-z]+:\]|[^\]\[/\\\n])+\]`;
const EXPRESSION = String.raw`/(?:[^/\\\n\[]|${BRACKETS})*/`;
const VALUE = String.raw`(?:${FIELD}|NR|FNR|NF|\d{1,9}|"[^"\\\n]*")`;
const TEST = String.raw`(?:(?:${FIELD}|(?:NR|FNR)(?:\s*%\s*\d{1,9})?|NF|length)\s*(?:==|!=|<=|>=|<|>|~)\s*(?:\d{1,9}|"[^"\\\n]*"|${EXPRESSION})|!?${EXPRESSION})`;
const FIRST_SEEN = String.raw`!${NAME}\[(?:${FIELD})\]\+\+`;
const TESTS = String.raw`${TEST}(?:\s*(?:&&|\|\|)\s*${TEST}){0,5}`;
const RANGE = String.raw`${EXPRESSION}\s*,\s*${EXPRESSION}`;
const KEY = String.raw`${NAME}\[(?:${FIELD})\]`;
const ADD = String.raw`(?:(?:${NAME}|${KEY})\s*\+=\s*(?:${FIELD}|\d{1,9})|(?:${NAME}|${KEY})\+\+)`;
const TEXT = String.raw`"[^"\\\n]*"`;
const NUMBER = String.raw`(?:${FIELD}|NR|FNR|NF|\d{1,9})`;
const PRINT = String.raw`print(?:\s+${VALUE}(?:\s*,\s*${VALUE}|\s+${NUMBER}|\s*${TEXT}(?:${NUMBER})?){0,20})?`;
const RULE = String.raw`(?:(?:${TESTS}|${RANGE}|${FIRST_SEEN})\s*(?:\{\s*(?:${PRINT}|${ADD})\s*;?\s*\})?|\{\s*(?:${PRINT}|${ADD})\s*;?\s*\})`;
const EACH = String.raw`for\s*\(${NAME} in ${NAME}\)\s*print\s+(?:${NAME}(?:\[${NAME}\])?)(?:\s*,\s*${NAME}(?:\[${NAME}\])?)?`;
const END = String.raw`(?:\s*;?\s*END\s*\{\s*(?:print\s+(?:${NAME}|NR)|${EACH})\s*\})?`;
const PLAIN = new RegExp(String.raw`^\s*(?:${RULE}${END}|END\s*\{\s*print\s+(?:NR|NF|\$0)\s*\})\s*$`);

/** True for a program that selects lines and prints or sums up fields. It neither runs nor writes anything. */
export function isPlainAwkScript(script: string): boolean {
  return script.length <= MAX_SCRIPT && PLAIN.test(script);
}
