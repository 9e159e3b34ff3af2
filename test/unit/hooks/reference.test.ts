import assert from 'node:assert/strict';
import { openHooks } from '../../../src/hooks/openHooks';
import { call, text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { hookAt } from '../../support/hookFakes';
import { createTestSession, loopbackUtilityModel, type TestSessionOptions } from '../../support/testSession';
import { own, ROWS, type Exit, type Result, type Row, type Says, type Told } from './referenceRows';

describe('Hooks, row by row of the reference', () => {
  let server: GeminiServer;
  beforeEach(async () => {
    server = await startGeminiServer();
  });
  afterEach(() => server.close());

  for (const row of ROWS) {
    it(`${row.event} ${row.does}`, async () => {
      const more = row.event === 'PreCompress' ? { compression: () => FULL } : {};
      row.expect(await play(server, row, more));
    });
  }

  it('BeforeModel sees one-off questions, too, which quote the conversation', async () => {
    const redact = own({ llm_request: { messages: [{ role: 'user', content: 'REDACTED' }] } });
    const row = {
      event: 'BeforeModel',
      does: '',
      says: redact,
      replies: ['Done.', '{"reasoning":"","next_speaker":"user"}'],
    } as const;
    const { sent } = await play(
      server,
      { ...row, expect: () => undefined },
      {
        utilityModel: loopbackUtilityModel(server.url),
        checksNextSpeaker: true,
      },
    );
    assert.equal(sent.length, 2);
    assert.doesNotMatch(JSON.stringify(sent.map(({ contents }) => contents)), /Say it/);
  });
});

function isExit(said: Says): said is Exit {
  return 'exit' in said;
}

/** A window that is always too full. */
const FULL = { threshold: 0.000_001, tail: 0.3, review: false };

async function play(server: GeminiServer, row: Row, more: Partial<TestSessionOptions>): Promise<Result> {
  const { event, matcher = '', says, replies = ['Done.'] } = row;
  const told: Told[] = [];
  const hooks = await openHooks({
    hooks: [hookAt(event, { name: event, matcher })],
    settings: { isEnabled: true, isSystemEnabled: true, disabled: [], tells: true },
    kept: { get: () => undefined, set: () => undefined },
    digest: each => each,
    filesOf: async () => ({}),
    folderOf: () => '/work',
    trustsProject: false,
    sessionId: 's1',
    transcript: '',
    onPending: () => undefined,
    run: async ({ input }) => {
      const each = JSON.parse(input) as Told;
      const said = typeof says === 'function' ? says(each, told.length) : says;
      told.push(each);
      if (!isExit(said)) return { exitCode: 0, stdout: JSON.stringify(said), stderr: '' };
      return { exitCode: said.exit, stdout: said.out ?? '', stderr: said.err ?? '' };
    },
    now: () => new Date(0),
  });
  const { session, say } = createTestSession({ url: server.url, hooks: async () => hooks, ...more });
  session.subscribe(each => {
    if (each.type !== 'approval-requested') return;
    queueMicrotask(() => session.decide(each.approval.callId, { decision: 'accept' }));
  });
  for (const reply of replies) {
    if (reply === 'read') server.reply(call('read_note', { name: 'x' }));
    else if (reply === 'write') server.reply(call('write_note', { name: 'a', text: 'one\n' }));
    else server.reply(text(reply));
  }
  const { reason } = await say('Say it.');
  await session.end('exit');
  const { messages } = session.state;
  return {
    told,
    sent: server.requests,
    reason,
    notices: messages.flatMap(message => (message.role === 'notice' ? [message.text] : [])),
    results: messages.flatMap(message => (message.role === 'tool' ? message.results : [])),
    answers: messages.flatMap(message =>
      message.role === 'assistant' && !message.parts.some(({ type }) => type === 'toolCall')
        ? [message.parts.map(part => (part.type === 'text' ? part.text : '')).join('')]
        : [],
    ),
    said: index => JSON.stringify(server.requests[index]?.contents),
  };
}
