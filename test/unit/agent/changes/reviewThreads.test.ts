import assert from 'node:assert/strict';
import { reviewPrompt } from '../../../../src/agent/changes/reviewPrompt';
import { ReviewThreads } from '../../../../src/agent/changes/reviewThreads';
import type { ReviewPlace } from '../../../../src/agent/ports/reviewThreads';
import { ToolError } from '../../../../src/shared/errors';
import { commentSource } from '../../../../src/tools/answerComment';

const place: ReviewPlace = { file: '/w/a.ts', side: 'text', start: 3, end: 5, quote: ['four', 'five'] };
const text = 'one\ntwo\nthree\nfour\nfive\nsix\n';

describe('Comments on changed lines', () => {
  let threads: ReviewThreads;
  let told: string[];

  beforeEach(() => {
    let last = 0;
    told = [];
    threads = new ReviewThreads({ newId: () => `c${++last}`, now: () => 5, onChange: ids => told.push(...ids) });
  });
  const at = (id: string) => {
    const { start, end } = threads.get(id)!;
    return [start, end];
  };

  it('are one prompt that says where each stands and what it is about', () => {
    threads.begin({ ...place, sessionId: 's' }, 'Use a constant.');
    threads.begin({ ...place, side: 'base', start: 0, end: 1, quote: ['one'] }, 'Why is @this gone?');
    assert.equal(threads.drafts, 2);
    const { text: prompt, places } = reviewPrompt(threads.all(), file => file.slice(3));
    assert.equal(
      prompt,
      [
        'Review of your changes: 2 comments',
        'a.ts:4-5\n> four\n> five\n\nUse a constant.',
        'a.ts:1, as it was before\n> one\n\nWhy is @this gone?',
      ].join('\n\n'),
    );
    assert.deepEqual([...places.values()], ['a.ts:4-5', 'a.ts:1, as it was before']);
  });

  it('are answered by their places, also where two are in one and where a review before had one there', () => {
    const send = () => threads.sent(reviewPrompt(threads.all(), file => file.slice(3)).places, 's');
    const say = (where: string) => threads.answer('s', { place: where, text: `For ${where}`, isResolved: true });
    const said = () => threads.all().map(({ entries }) => entries.at(-1)?.text);
    threads.begin(place, 'Louder');
    threads.begin(place, 'Shorter');
    threads.begin({ ...place, side: 'base', start: 0, end: 1 }, 'Why?');
    send();
    say('a.ts:4-5 (2)');
    say('a.ts:1');
    assert.deepEqual(said(), ['Louder', 'For a.ts:4-5 (2)', 'For a.ts:1']);
    say('a.ts:4-5');
    threads.begin(place, 'Louder still');
    send();
    say('a.ts:4-5');
    assert.deepEqual(said(), ['For a.ts:4-5', 'For a.ts:4-5 (2)', 'For a.ts:1', 'For a.ts:4-5']);
  });

  it('are changed and taken away as long as they are not sent', () => {
    const { id } = threads.begin(place, 'Frist');
    threads.rewrite(id, 0, 'First');
    threads.reply(id, 'Second');
    threads.rewrite(id, 1, ' ');
    assert.deepEqual(
      threads.get(id)?.entries.map(entry => entry.text),
      ['First'],
    );
    threads.sent(new Map([[id, 'a.ts:4-5']]), 's');
    threads.rewrite(id, 0, 'Too late');
    assert.equal(threads.get(id)?.entries[0]?.text, 'First');
    threads.remove(id);
    assert.deepEqual(threads.all(), []);
    assert.equal(told.at(-1), id);
  });

  it('stay with their lines, whoever edits above, inside or elsewhere', () => {
    const { id } = threads.begin(place, 'Here');
    const edit = (from: number, to: number, added: string, character = 0) =>
      threads.edited('/w/a.ts', [{ start: { line: from, character }, end: { line: to, character: 0 }, text: added }]);
    edit(0, 0, 'zero\n');
    assert.deepEqual(at(id), [4, 6]);
    edit(1, 3, '');
    assert.deepEqual(at(id), [2, 4]);
    edit(3, 3, 'more\n');
    assert.deepEqual(at(id), [2, 5]);
    edit(5, 5, 'below\n');
    assert.deepEqual(at(id), [2, 5]);
    edit(2, 2, 'above\n');
    assert.deepEqual(at(id), [3, 6]);
    edit(0, 8, '');
    assert.deepEqual(at(id), [0, 1]);
  });

  it('are found again in a file that was changed elsewhere, and stay inside of one where the lines are gone', () => {
    const { id } = threads.begin(place, 'Here');
    threads.observed('/w/a.ts', `new\nnew\n${text}`);
    assert.deepEqual(at(id), [5, 7]);
    threads.observed('/w/a.ts', 'short\n');
    assert.deepEqual(at(id), [0, 1]);
    threads.observed('/w/a.ts', null);
    threads.renamed('/w/a.ts', '/w/b.ts');
    assert.equal(threads.get(id)?.file, '/w/b.ts');
  });

  it('are answered with the change that was made for them, without what others did', () => {
    const one = threads.begin(place, 'Louder').id;
    const two = threads.begin({ ...place, file: '/w/b.ts' }, 'Why?').id;
    threads.sent(
      new Map([
        [one, 'a.ts:4-5'],
        [two, 'b.ts:4-5'],
      ]),
      's',
    );
    threads.agentEdited('other', [{ file: '/w/a.ts', before: text, text: text.replace('four', '4') }]);
    threads.agentEdited('s', [{ file: '/w/a.ts', before: text, text: text.replace('five', 'FIVE') }]);
    const typed = text.replace('five', 'FIVE').replace('one', 'typed');
    threads.agentEdited('s', [{ file: '/w/a.ts', before: typed, text: typed.replace('six', 'SIX') }]);
    assert.match(
      threads.answer('s', { place: 'a.ts:4-5', text: 'Done.', isResolved: true }),
      /Not answered yet: b\.ts:4-5\./,
    );
    const answer = threads.get(one)?.entries.at(-1);
    assert.equal(answer?.diff, '@@ 5 @@\n-five\n+FIVE\n@@ 6 @@\n-six\n+SIX');
    assert.equal(threads.get(one)?.isResolved, true);
    assert.match(
      threads.answer('s', { place: 'b.ts:4-5', text: 'It was so.', isResolved: false }),
      /All comments are answered/,
    );
    assert.equal(threads.get(two)?.entries.at(-1)?.diff, undefined);
    threads.reply(one, 'Not that loud');
    assert.equal(threads.get(one)?.isResolved, false);
    assert.doesNotMatch(reviewPrompt(threads.all(), file => file).text, /> four/);
  });

  it('are answered by a tool that is there once some were sent to the chat, and by no other chat', async () => {
    const source = commentSource(
      () => threads,
      () => 's',
    );
    const { id } = threads.begin(place, 'Louder');
    assert.deepEqual(await source.list(), []);
    threads.sent(new Map([[id, 'a.ts:4-5']]), 's');
    const [tool] = await source.list();
    assert.equal(tool?.name, 'answer_comment');
    assert.equal(await source.list(), await source.list(), 'the same list, so that nothing is told twice');
    assert.throws(
      () => threads.answer('other', { place: 'a.ts:4-5', text: 'Mine', isResolved: true }),
      (error: unknown) => error instanceof ToolError && error.message.includes('Comments: none'),
    );
    assert.throws(
      () => threads.answer('s', { place: 'c.ts:9', text: '?', isResolved: true }),
      /no comment at c\.ts:9.*a\.ts:4-5/,
    );
  });
});
