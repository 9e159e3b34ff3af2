import assert from 'node:assert/strict';
import { withPlainNames } from '../../../../src/context/mentions/plainNames';

describe('What git says was changed', () => {
  it('names files as they are on disk', () => {
    assert.equal(
      withPlainNames(
        String.raw` M "caf\303\251.txt"` +
          '\n' +
          String.raw`R  "old one.txt" -> "\346\227\245 \346\234\254.txt"` +
          '\n' +
          String.raw`?? "tab\tand\303\251.txt"` +
          '\n' +
          String.raw`?? "latin\351.txt"`,
      ),
      ` M café.txt\nR  "old one.txt" -> "日 本.txt"\n?? "tab\\tandé.txt"\n?? "latin\\351.txt"`,
    );
  });

  it('is not touched in the lines of files', () => {
    const lines = String.raw`@@ -1,2 +1 @@
--- "\303\251"
 "\303\251"
`;
    const head = String.raw`diff --git "a/\303\251" "b/\303\251"`;
    assert.equal(
      withPlainNames(`${head}\n${lines}${head}\n@@ -0,0 +1 @@\n++ "\\303\\251"\n${head}`),
      `diff --git a/é b/é\n${lines}diff --git a/é b/é\n@@ -0,0 +1 @@\n++ "\\303\\251"\ndiff --git a/é b/é`,
    );
  });
});
