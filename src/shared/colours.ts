/** Output without the sequences that set its colours, which are all that is kept of those that a terminal acts on. */
export function withoutColours(output: string): string {
  return output.replace(/\u001b\[[\d;:]*m/g, '');
}
