import assert from 'node:assert/strict';
import { viewOf } from '../../../../src/agent/calls/proposalView';

describe('What is approved as the panel gets it', () => {
  it('is all of it, however long', () => {
    const long = 'a line\n'.repeat(20_000);
    const skill = { kind: 'skill', name: 's', description: '', file: '/s', path: 's', instructions: long } as const;
    const view = viewOf(skill);
    assert.equal(view.kind === 'skill' && view.instructions, long);
    const call = viewOf({
      ...{ kind: 'mcp', server: 's', tool: 't', from: 'x', isForeign: false, hints: {} },
      args: { text: long, deep: { list: [long] } },
    });
    assert.ok(call.kind === 'mcp');
    const [text, deep] = call.args;
    assert.equal(text?.value, long);
    assert.deepEqual(JSON.parse(deep?.value ?? ''), { list: [long] });
    const plan = viewOf({ kind: 'mode', mode: 'default', plan: long });
    assert.equal(plan.kind === 'mode' && plan.plan, long);
  });
});

describe('An edit as the panel shows it', () => {
  const hiddenIn = (before: string | null, after: string) => {
    const view = viewOf({ kind: 'edit', path: 'a', file: '/a', before, after });
    return view.kind === 'edit' ? view.hidden : undefined;
  };
  const points = [0x202e, 0x2066, 0x2069, 0x200b, 0x200e, 0x2060, 0xfeff, 0xad, 0xa0, 0xe0041, 0x7, 0x3164];

  it('says how many characters it adds that are not seen', () => {
    for (const point of points) {
      assert.equal(hiddenIn('a\n', `a${String.fromCodePoint(point)}b\n`), 1, point.toString(16));
    }
    const all = points.map(point => String.fromCodePoint(point)).join('b');
    assert.equal(hiddenIn(null, all), points.length);
    assert.equal(hiddenIn('one\r\ntwo\r\n', 'one\r\n2\r\n'), undefined);
  });

  it('does not count what was there before, or goes', () => {
    assert.equal(hiddenIn('a\u202e\nb\n', 'a\u202e\nc\n'), undefined);
    assert.equal(hiddenIn('a\u202e\nb\n', 'a\nb\n'), undefined);
  });

  it('counts also where the diff is not shown any more', () => {
    const lines = Array.from({ length: 200 }, (_, n) => `line ${n}\n`).join('');
    assert.equal(hiddenIn(null, `${lines}if (admin\u202e) {\n`), 1);
    assert.equal(hiddenIn(null, `${'x'.repeat(1000)}\u200b\n`), 1);
  });
});
