import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Balance, distanceWithin } from '../../src/tools/text/editDistance';
import { replaceText } from '../../src/tools/text/replaceText';
import { fuzzRuns } from '../support/fuzzRuns';

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
      { numRuns: fuzzRuns(800) },
    );
  });

  it('ends new lines as the place does, whatever the rest of the file does', () => {
    const ending = fc.constantFrom('\n', '\r\n');
    const lines = fc.array(fc.constantFrom('a', '', 'b c'), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lines, lines, lines, ending, ending, (head, tail, fresh, inPlace, elsewhere) => {
        const [before, after] = [head, tail].map(each => each.join(elsewhere));
        const text = `${before}${elsewhere}<1${inPlace}2>${elsewhere}${after}`;
        const result = replaceText(text, '<1\n2>', `[${fresh.join('\n')}]`, 1);
        const expected = `${before}${elsewhere}[${fresh.join(inPlace)}]${elsewhere}${after}`;
        assert.deepEqual(result, { ok: true, text: expected, count: 1 });
      }),
      { numRuns: fuzzRuns(100) },
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
      { numRuns: fuzzRuns(500) },
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
      { numRuns: fuzzRuns(800) },
    );
  });

  it('indents what it replaces as the file does', () => {
    const indent = fc.constantFrom('', ' ', '  ', '\t', '\t\t', '      ');
    fc.assert(
      fc.property(indent, indent, (inFile, inCall) => {
        const text = `start\n${inFile}if (x) {\n${inFile}  y();\n${inFile}}\nend\n`;
        const old = `${inCall}if (x) {\n${inCall}  y();\n${inCall}}\n`;
        const result = replaceText(text, old, old.replace('y()', 'z()'), 1);
        assert.ok(result.ok);
        assert.equal(result.text, text.replace('y()', 'z()'));
        assert.equal(result.correction, text.includes(old) ? undefined : 'flexible');
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('changes nothing but one run of lines where it corrects', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta(1)', '"text"', 'x = 2', '🎉');
    const line = fc.array(word, { minLength: 3, maxLength: 5 }).map(words => words.join(' '));
    const lines = fc.array(line, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lines, lines, lines, fc.nat(), fc.constantFrom('\n', '\r\n'), (head, middle, tail, at, ending) => {
        const text = [...head, ...middle, ...tail].join(ending);
        const whole = middle.join('\n');
        const typo = at % whole.length;
        const wanted = `${whole.slice(0, typo)}§${whole.slice(typo + 1)}`;
        const result = replaceText(text, wanted, 'NEW', 1);
        if (!result.ok) return;
        const [before, after] = [text.split(ending), result.text.split(ending)];
        const [place, height] = [after.indexOf('NEW'), wanted.split('\n').length];
        assert.deepEqual(after.slice(0, place), before.slice(0, place));
        assert.deepEqual(after.slice(place + 1), before.slice(place + height));
        const replacedText = before.slice(place, place + height).join('\n');
        const limit = Math.floor(wanted.length / 10) + wanted.length;
        assert.ok((distanceWithin(replacedText, wanted, limit) ?? Infinity) <= limit);
      }),
      { numRuns: fuzzRuns(800) },
    );
  });

  it('undoes escapes as they were made', () => {
    const plain = fc.array(fc.constantFrom('a', 'f(', '"', "'", '\n', '\t', ' '), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(plain, plain, (one, other) => {
        const [wanted, fresh] = [`<"${one.join('')}\n">`, `<"${other.join('')}\n">`];
        const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
        const text = `head\n${wanted}\ntail`;
        const result = replaceText(text, escaped(wanted), escaped(fresh), 1);
        assert.deepEqual(result, { ok: true, text: `head\n${fresh}\ntail`, count: 1, correction: 'unescaped' });
      }),
      { numRuns: fuzzRuns(800) },
    );
  });

  it('measures distances as the whole table would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, fc.nat(14), (one, other, limit) => {
        const expected = editDistance(one, other);
        assert.equal(distanceWithin(one, other, limit), expected <= limit ? expected : null);
        const balance = new Balance(other);
        balance.add('noise');
        balance.add(one);
        balance.remove('noise');
        assert.ok(balance.distance() <= expected);
      }),
      { numRuns: fuzzRuns(800) },
    );
  });
});

function editDistance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const change = row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(change, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
