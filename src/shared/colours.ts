/** Output without color sequences, the only terminal control sequences that stored output still contains. */
export function withoutColours(output: string): string {
  return output.replace(/\u001b\[[\d;:]*m/g, '');
}
