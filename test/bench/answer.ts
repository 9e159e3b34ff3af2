/** The last words of a long answer. */
export const END_MARK = 'END-OF-ANSWER';
/** Words of its beginning. */
export const BEGIN_MARK = 'Part 1 of the answer';

/** A markdown answer in `count` pieces of about 40 characters: headings, prose, lists, links and code, as models write. */
export function answerPieces(count: number): string[] {
  let answer = '';
  for (let i = 1; answer.length < count * 40; i++) answer += section(i);
  answer += `\n${END_MARK}\n`;
  const size = answer.length / count;
  return Array.from({ length: count }, (_, i) => answer.slice(Math.round(i * size), Math.round((i + 1) * size)));
}

function section(i: number): string {
  return `## Part ${i} of the answer

The **reader** takes \`queue[${i}]\` before it looks at anything else, so what came first is done first; see
[the manual](https://example.com/part/${i}) for *why* that matters and what it costs.

- One short item.
- A longer one that names \`src/part${i}.ts\` and says what is in it.
  - A remark below it, with **weight**.
- The last.

\`\`\`ts
export function part${i}(words: readonly string[]): number {
  const lengths = words.map(word => word.length * ${i});
  return Math.max(0, ...lengths); // never less than nothing
}
\`\`\`

`;
}
