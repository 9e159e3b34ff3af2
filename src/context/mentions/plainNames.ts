// Git writes names that aren't ASCII in quotes, with the octal values of their bytes. `core.quotePath` would have to be
// set by `-c`, which can also run programs and therefore needs approval.

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** The output of `git status --short` or `git diff`, with the names of files as they are on disk. */
export function withPlainNames(output: string): string {
  let before = 0;
  let after = 0;
  return output
    .split('\n')
    .map(line => {
      const isContent = before > 0 || after > 0;
      if (isContent) {
        if (/^[ -]/.test(line)) before--;
        if (/^[ +]/.test(line)) after--;
        return line;
      }
      const hunk = HUNK.exec(line);
      if (!hunk) return line.replace(/"(?:[^"\\]|\\.)*"/g, plainName);
      [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      return line;
    })
    .join('\n');
}

/** A quoted name; it stays quoted where that is also needed for other characters. */
function plainName(quoted: string): string {
  const plain = quoted.replace(/(?:\\[23]\d\d)+/g, bytes => {
    const values = bytes.slice(1).split('\\');
    const text = new TextDecoder().decode(Uint8Array.from(values, value => parseInt(value, 8)));
    return text.includes('\uFFFD') ? bytes : text;
  });
  return plain === quoted || /[\\\s]/.test(plain) ? plain : plain.slice(1, -1);
}
