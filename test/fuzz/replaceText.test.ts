import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replaceText } from '../../src/tools/text/replaceText';

/** Text in pieces that count as one character each, a line ending being one of them. */
const piece = fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r\n', 'x\ry', '🎉', '$&', '\\');
const pieces = fc.array(piece, { maxLength: 40 });
const lf = (text: string) => text.replaceAll('\r\n', '\n');

describe('replaceText, for any text,', () => {
  it('leaves every character outside of the place alone', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        pieces,
        pieces,
        (before, old, after, fresh) => {
          const [head, wanted, tail, given] = [before, old, after, fresh].map(each => each.join(''));
          const text = `${head}<${wanted}>${tail}`;
          const result = replaceText(text, `<${lf(wanted!)}>`, `<${given!}>`, 1);
          assert.ok(result.ok);
          assert.ok(result.text.startsWith(`${head}<`) && result.text.endsWith(`>${tail}`));
          assert.equal(lf(result.text), `${lf(head!)}<${lf(given!)}>${lf(tail!)}`);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('gives what it had back when the replacement is replaced back', () => {
    fc.assert(
      fc.property(pieces, pieces, (before, after) => {
        const text = `${before.join('')}[old]${after.join('')}`;
        const there = replaceText(text, '[old]', '[new\nlines]', 1);
        assert.ok(there.ok);
        const back = replaceText(there.text, '[new\nlines]', '[old]', 1);
        assert.deepEqual(back, { ok: true, text, count: 1 });
      }),
      { numRuns: 1000 },
    );
  });

  it('takes any strings, and replaces what it says it does', () => {
    const noise = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '(', '\\', '*', '\ud83c'), maxLength: 60 });
    fc.assert(
      fc.property(noise, noise, (text, old) => {
        if (old === '') return;
        const result = replaceText(text, old, '§', null);
        const exact = text.split(old).length - 1;
        if (exact > 0) assert.deepEqual(result, { ok: true, text: text.replaceAll(old, '§'), count: exact });
        else if (result.ok) assert.ok(result.count > 0 && result.text.includes('§'));
      }),
      { numRuns: 2000 },
    );
  });

  it('indents what it replaces as the file does', () => {
    const indent = fc.constantFrom('', ' ', '  ', '\t', '\t\t', '      ');
    fc.assert(
      fc.property(indent, indent, (inFile, inCall) => {
        const text = `start\n${inFile}if (x) {\n${inFile}  y();\n${inFile}}\nend\n`;
        const old = `${inCall}if (x) {\n${inCall}  y();\n${inCall}}\n`;
        const result = replaceText(text, old, old.replace('y()', 'z()'), 1);
        assert.deepEqual(result, { ok: true, text: text.replace('y()', 'z()'), count: 1 });
      }),
    );
  });
});
