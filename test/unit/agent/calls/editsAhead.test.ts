import assert from 'node:assert/strict';
import type { Diagnostics, UnwrittenTexts } from '../../../../src/agent/ports/diagnostics';
import type { LanguageFeatures } from '../../../../src/agent/ports/languageFeatures';
import type { ToolResult } from '../../../../src/shared/messages';
import type { Problem } from '../../../../src/shared/problems';
import { restoreChat } from '../../../../src/sessions/restoreChat';
import { createEditorTools } from '../../../../src/tools/editor/editorTools';
import { builtinTools } from '../../../../src/tools/index';
import { layeredWorkspace } from '../../../../src/vscode/documents/layeredWorkspace';
import { fakeFeatures } from '../../../support/fakeFeatures';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, openSession, sessionOptions, StagedReview } from '../../../support/testSession';
import { ToolPlace } from '../../../support/toolPlace';

/** Finds that a line says `broken`, in texts that are not written. */
const problemsIn = (texts: UnwrittenTexts): Problem[] =>
  [...texts].flatMap(([file, written]) =>
    written
      .split('\n')
      .flatMap((line, i) =>
        line === 'broken' ? [{ file, line: i + 1, column: 1, severity: 'error' as const, message: 'wrong' }] : [],
      ),
  );
const checkOfBroken: Diagnostics & Partial<LanguageFeatures> = {
  prepare: () => undefined,
  watch: () => ({
    before: [],
    known: new Set(),
    unseen: new Set(),
    settled: async () => ({ problems: [], unanswered: [] }),
    end: () => undefined,
  }),
  checkTexts: async ({ before, after }) => ({
    ...{ before: problemsIn(before), after: problemsIn(after) },
    checked: new Set(after.keys()),
  }),
  checksTexts: file => file.endsWith('.ts'),
  problemsOf: async () => ({ problems: [], isChecked: true }),
  problemsWith: async texts => ({ problems: problemsIn(texts), isChecked: true }),
};

describe('Edits that wait for the user while the agent goes on', () => {
  let server: GeminiServer;
  let place: ToolPlace;
  let review: StagedReview;
  beforeEach(async () => {
    server = await startGeminiServer();
    place = new ToolPlace();
    review = new StagedReview();
    place.put('a.ts', 'one\ntwo\nthree\nfour\nfive\nsix\n');
  });
  afterEach(() => server.close());

  const options = (patience = 1) => {
    const { workspace, files, terminal } = place.context;
    const more = { layered: layeredWorkspace, workAheadAfter: () => patience };
    return { url: server.url, tools: builtinTools, workspace, files, terminal, review, ...more };
  };
  const start = (patience?: number) => createTestSession(options(patience));
  const edit = (id: string, old_string: string, new_string: string, file_path = 'a.ts') =>
    call('replace', { file_path, old_string, new_string }, { id });
  const resultIn = ({ session }: ReturnType<typeof start>, id: string): ToolResult | undefined =>
    session.state.messages
      .flatMap(message => (message.role === 'tool' ? message.results : []))
      .find(({ callId }) => callId === id);
  /** What was answered to a call, as the last request has it. */
  const answered = (name: string) => {
    const responses = server.requests.at(-1)?.functionResponses ?? [];
    return JSON.stringify(responses.filter(response => response.name === name).map(({ response }) => response));
  };
  const told = () => JSON.stringify(server.requests.at(-1)?.body);
  const asked = (test: ReturnType<typeof start>, id: string) =>
    test.event('approval-requested', ({ approval }) => approval.callId === id);
  const accept = { decision: 'accept' } as const;

  it('are read, found, searched and edited further, and nothing is written before the user accepts', async () => {
    server.reply(edit('e1', 'two', 'TWO'));
    server.reply(call('write_file', { file_path: 'lib/new.ts', content: 'const fresh = 1;\n' }, { id: 'w1' }));
    server.reply(
      call('read_file', { file_path: 'a.ts' }, { id: 'r1' }),
      call('search_file_content', { pattern: 'TWO|fresh' }, { id: 's1' }),
      call('glob', { pattern: '**/*.ts' }, { id: 'g1' }),
      call('list_directory', { dir_path: 'lib' }, { id: 'l1' }),
    );
    server.reply(edit('e2', 'TWO\nthree', 'TWO\nTHREE'));
    server.reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e2');
    assert.match(resultIn(test, 'r1')?.content ?? '', /one\nTWO\nthree/);
    assert.match(resultIn(test, 's1')?.content ?? '', /TWO[^]*fresh|fresh[^]*TWO/);
    assert.match(resultIn(test, 'g1')?.content ?? '', /new\.ts/);
    assert.match(resultIn(test, 'l1')?.content ?? '', /new\.ts/);
    assert.equal(place.text('a.ts'), 'one\ntwo\nthree\nfour\nfive\nsix\n');
    assert.equal(place.text('lib/new.ts'), null);
    assert.equal(resultIn(test, 'e1')?.isProvisional, true);
    for (const id of ['e1', 'w1', 'e2']) assert.equal(test.session.decide(id, accept), true);
    await run;
    assert.equal(place.text('a.ts'), 'one\nTWO\nTHREE\nfour\nfive\nsix\n');
    assert.equal(place.text('lib/new.ts'), 'const fresh = 1;\n');
    assert.deepEqual(
      ['e1', 'w1', 'e2'].map(id => [resultIn(test, id)?.status, resultIn(test, id)?.isProvisional]),
      [...Array(3).keys()].map(() => ['success', undefined]),
    );
    assert.deepEqual(test.session.state.calls, {});
    assert.equal(server.requests.length, 5, 'what was accepted as it was needs no further request');
    assert.deepEqual(test.errors, []);
    server.reply(text('Fine.'));
    await test.say('And?');
    assert.match(told(), /edits_decided[^]*accepted and made/);
    server.reply(text('Fine.'));
    await test.say('And?');
    assert.equal(told().split('<edits_decided>').length, 2, 'it is told once');
  });

  it('are heard with their own results by whoever decides soon', async () => {
    server.reply(edit('e1', 'two', 'TWO')).reply(text('Done.'));
    const test = start(600_000);
    const run = test.say('Hi');
    await asked(test, 'e1');
    test.session.decide('e1', accept);
    await run;
    assert.match(answered('replace'), /Successfully modified/);
    assert.doesNotMatch(told(), /edits_decided/);
  });

  it('of one answer are offered together, and the model gets the result of each', async () => {
    server.reply(edit('e1', 'two', 'TWO'), edit('e2', 'TWO\nthree', 'TWO\nTHREE'), edit('e3', 'six', 'SIX'));
    server.reply(text('Done.'));
    const test = start(600_000);
    const run = test.say('Hi');
    await asked(test, 'e3');
    assert.deepEqual(
      test.session.state.approvals.map(({ callId }) => callId),
      ['e1', 'e2', 'e3'],
    );
    test.session.decide('e3', { decision: 'reject', reason: 'Not the last.' });
    for (const id of ['e2', 'e1']) test.session.decide(id, accept);
    await run;
    assert.equal(place.text('a.ts'), 'one\nTWO\nTHREE\nfour\nfive\nsix\n');
    assert.match(answered('replace'), /Successfully modified[^]*Successfully modified[^]*Not the last/);
    assert.doesNotMatch(told(), /edits_decided|Proposed/);
    assert.equal(server.requests.length, 2);
  });

  it('take those with them that build on a rejected one, and the model hears of it', async () => {
    server.reply(edit('e1', 'two', 'TWO'));
    server.reply(edit('e2', 'TWO', 'TWO!'));
    server.reply(edit('e3', 'six', 'SIX'));
    server.reply(text('Done.')).reply(text('I see.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e3');
    test.session.decide('e1', { decision: 'reject', reason: 'Not that.' });
    await test.event('result-settled', ({ result }) => result.callId === 'e2');
    assert.equal(review.staged.get('e3')?.after, 'one\ntwo\nthree\nfour\nfive\nSIX\n');
    assert.deepEqual(review.returning, ['e3'], 'and is shown where it was');
    test.session.decide('e3', accept);
    await run;
    assert.equal(place.text('a.ts'), 'one\ntwo\nthree\nfour\nfive\nSIX\n');
    assert.equal(resultIn(test, 'e2')?.status, 'rejected');
    assert.match(told(), /said: Not that\.[^]*built on an edit of the same file/);
  });

  it('go on top of what the user made of an accepted one', async () => {
    server
      .reply(edit('e1', 'two', 'TWO'))
      .reply(edit('e2', 'six', 'SIX'))
      .reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e2');
    review.texts.set('e2', 'one\nTWO\nthree\nfour\nfive, typed\nSIX\n');
    test.session.decide('e1', { decision: 'accept', edited: 'one\nmine\nthree\nfour\nfive\nsix\n' });
    await test.event('approval-requested', ({ approval }) => 'isEdited' in approval.proposal);
    test.session.decide('e2', accept);
    await run;
    const both = 'one\nmine\nthree\nfour\nfive, typed\nSIX\n';
    assert.equal(place.text('a.ts'), both, 'and what the user typed into the later one is kept');
  });

  it('are made in their order, whichever is accepted first', async () => {
    server
      .reply(edit('e1', 'two', 'TWO'))
      .reply(edit('e2', 'TWO\nthree', 'TWO\nTHREE'))
      .reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e2');
    test.session.decide('e2', accept);
    await test.event('approval-settled', ({ callId }) => callId === 'e2');
    assert.match(place.text('a.ts') ?? '', /^one\ntwo\nthree/);
    test.session.decide('e1', accept);
    await run;
    assert.match(place.text('a.ts') ?? '', /^one\nTWO\nTHREE/);
  });

  it('hold up a command until they are decided', async () => {
    server.reply(edit('e1', 'two', 'TWO'));
    server.reply(call('run_shell_command', { command: 'node test.js' }, { id: 'c1' }));
    server.reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await test.event('tool-state', ({ callId, state }) => callId === 'c1' && state === 'scheduled');
    assert.deepEqual(place.commands, []);
    assert.equal(test.session.state.approvals.length, 1);
    test.session.decide('e1', accept);
    await asked(test, 'c1');
    assert.match(place.text('a.ts') ?? '', /TWO/);
    test.session.decide('c1', accept);
    await run;
    assert.equal(place.commands.length, 1);
  });

  it('are checked as they would be, and what they would break is told once, without waiting for the user', async () => {
    server.reply(edit('e1', 'two', 'TWO'), edit('e2', 'TWO', 'broken'));
    server.reply(edit('e3', 'six', 'SIX'));
    server.reply(
      call('get_diagnostics', { file_path: 'a.ts' }, { id: 'd1' }),
      call('get_diagnostics', { file_path: 'b.py' }, { id: 'd2' }),
    );
    server.reply(text('Done.'));
    place.put('b.py', '');
    const tools = [...builtinTools, ...createEditorTools(fakeFeatures(checkOfBroken))];
    const test = createTestSession({ ...options(), tools, diagnostics: checkOfBroken });
    const run = test.say('Hi');
    await test.event('tool-state', ({ callId, state }) => callId === 'd1' && state === 'success');
    await test.event('tool-state', ({ callId, state }) => callId === 'd2' && state === 'scheduled');
    assert.equal(test.session.state.approvals.length, 3);
    assert.doesNotMatch(resultIn(test, 'e1')?.content ?? '', /would cause/);
    const caused = /\nProblems that the proposed edits would cause \(1\):\na\.ts:2:1 error: wrong$/;
    assert.match(resultIn(test, 'e2')?.content ?? '', caused);
    assert.doesNotMatch(resultIn(test, 'e3')?.content ?? '', /would cause/);
    for (const id of ['e1', 'e2', 'e3']) test.session.decide(id, accept);
    await run;
    assert.match(resultIn(test, 'd1')?.content ?? '', /^1 problems in 1 files[^]*a\.ts:2:1 error: wrong$/);
    assert.match(resultIn(test, 'd2')?.content ?? '', /^No problems/);
  });

  it('have their own results where they are decided before the model is told of the answer', async () => {
    server.reply(
      edit('e1', 'two', 'TWO'),
      edit('e2', 'six', 'SIX'),
      call('run_shell_command', { command: 'node test.js' }, { id: 'c1' }),
    );
    server.reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e2');
    test.session.decide('e1', accept);
    test.session.decide('e2', { decision: 'reject' });
    await asked(test, 'c1');
    test.session.decide('c1', accept);
    await run;
    assert.match(answered('replace'), /Successfully modified[^]*The user rejected/);
    assert.doesNotMatch(told(), /edits_decided|Proposed/);
    assert.deepEqual(
      ['e1', 'e2'].map(id => [resultIn(test, id)?.status, resultIn(test, id)?.isProvisional]),
      [
        ['success', undefined],
        ['rejected', undefined],
      ],
    );
    assert.deepEqual(test.session.state.calls, {});
    assert.equal(server.requests.length, 2);
  });

  it('are all rejected by a stop, which the model hears of', async () => {
    server
      .reply(edit('e1', 'two', 'TWO'))
      .reply(edit('e2', 'six', 'SIX'))
      .reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e2');
    test.session.stop();
    assert.equal((await run).reason, 'cancelled');
    assert.deepEqual(test.session.state.approvals, []);
    assert.deepEqual(
      ['e1', 'e2'].map(id => resultIn(test, id)?.status),
      ['cancelled', 'cancelled'],
    );
    assert.match(place.text('a.ts') ?? '', /^one\ntwo/);
    server.reply(text('I see.'));
    await test.say('Go on.');
    assert.match(told(), /edits_decided[^]*not made/);
  });

  it('are accepted together by one answer', async () => {
    server.reply(edit('e1', 'two', 'TWO'), edit('e2', 'six', 'SIX'), edit('e3', 'one', 'ONE'));
    server.reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e3');
    const { approval } = await asked(test, 'e3');
    assert.match(approval.remember[0]?.rule ?? '', /the 2 others in this answer/);
    test.session.decide('e3', { ...accept, remember: approval.remember[0]?.id ?? '' });
    await run;
    assert.equal(place.text('a.ts'), 'ONE\nTWO\nthree\nfour\nfive\nSIX\n');
  });

  it('are not made, and not thought made, after the window was closed', async () => {
    server
      .reply(edit('e1', 'two', 'TWO'))
      .reply(edit('e2', 'six', 'SIX'))
      .reply(text('Done.'));
    const test = start();
    const run = test.say('Hi');
    await asked(test, 'e2');
    await test.event('message', ({ message }) => message.role === 'tool' && message.results[0]?.callId === 'e2');
    const later = openSession(sessionOptions(options()), { restored: restoreChat('s', test.events) });
    later.recover();
    assert.deepEqual(later.state.approvals, []);
    const results = later.state.messages.flatMap(message => (message.role === 'tool' ? message.results : []));
    assert.deepEqual(
      results.map(({ status, isProvisional }) => [status, isProvisional]),
      [
        ['cancelled', undefined],
        ['cancelled', undefined],
      ],
    );
    assert.match(JSON.stringify(later.state.messages), /before the user had decided/);
    test.session.stop();
    await run;
  });
});
