import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { apiError, retryInfo } from '../../../support/gemini/errors';
import { call, cut, text, thought, usage } from '../../../support/gemini/replies';
import { assertGolden } from '../../../support/golden';
import { createTestSession, noteFiles, StagedReview } from '../../../support/testSession';

// A whole conversation as text: what happened, event by event, and what the model was sent.
describe('a conversation, whole', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const transcript = (events: readonly object[]) =>
    [
      ...events.map(event => JSON.stringify(event)),
      '',
      ...server.requests.flatMap((request, i) => [
        `request ${i + 1}: ${request.method} ${request.model}`,
        ...request.contents.map(content => `  ${JSON.stringify(content)}`),
      ]),
      '',
    ].join('\n');

  it('reads, proposes an edit, has it changed and accepted, and reports', async () => {
    server
      .reply(
        thought('**Look first**\n\nRead both notes.'),
        text(['I will ', 'read them.']),
        call('read_note', { name: 'a' }, { id: 'r1', signature: 'c2lnLTE=' }),
        call('read_note', { name: 'b' }, { id: 'r2' }),
        usage({ promptTokenCount: 100, candidatesTokenCount: 20, thoughtsTokenCount: 8 }),
      )
      .reply(call('write_note', { name: 'a', text: 'one\n2\nthree\n' }, { id: 'w1', signature: 'c2lnLTI=' }), usage({}))
      .reply(text('Changed.'), usage({ promptTokenCount: 150, candidatesTokenCount: 2, cachedContentTokenCount: 90 }));
    const review = new StagedReview();
    const test = createTestSession({ url: server.url, review, files: noteFiles(new Map()) });
    const run = test.say('Make it a number.');
    await test.event('approval-requested');
    review.texts.set('w1', 'one\nzwei\nthree\n');
    test.session.decide('w1', { decision: 'accept' });
    await run;
    assertGolden('edit', transcript(test.events));
  });

  it('waits out a rate limit, survives a cut, and is told what the person thinks', async () => {
    server
      .reply(apiError(429, { message: 'Slow down.', details: [retryInfo('3s')] }))
      .reply(text('Half of'), cut())
      .reply(call('write_note', { name: 'a', text: 'x' }, { id: 'w1', signature: 'c2lnLTE=' }), usage({}))
      .reply(text('I see.'), usage({}));
    const test = createTestSession({ url: server.url });
    const run = test.say('Write.');
    await test.event('approval-requested');
    test.session.decide('w1', { decision: 'reject', reason: 'Too short.' });
    await run;
    assertGolden('faults', transcript(test.events));
  });
});
