import assert from 'node:assert/strict';
import type { SessionStore } from '../../../src/agent/ports/sessionStore';
import { continuationOf, continuedStore } from '../../../src/sessions/continuedStore';
import { notOurs } from '../../../src/sessions/geminiRecording';
import type { AgentEvent } from '../../../src/shared/events';
import type { Message } from '../../../src/shared/messages';

const said = (id: string, text: string): Message => ({ role: 'user', id, at: 1, parts: [{ type: 'text', text }] });
const answered = (id: string, text: string): Message => ({
  ...{ role: 'assistant', id, at: 1, model: 'm', end: 'stop' },
  parts: [{ type: 'text', text }],
});
const here = [said('u1', 'One'), answered('a1', '1')];
const there = [...here, said('u2', 'Two'), answered('a2', '2')];
const HOUR_MS = 3_600_000;

/** A store with one session, beside a recording of it that was written to an hour later. */
function continued(theirs: readonly Message[]) {
  const appended: AgentEvent[] = [];
  const events = here.map((message): AgentEvent => ({ type: 'message', message }));
  const stored = { events, corrupt: 0 };
  const about = { title: 'One', startedAt: 0, bytes: 1 };
  const store: SessionStore = {
    append: (_, more) => void appended.push(...more),
    flush: async () => undefined,
    load: async id => (id === 's1' ? stored : null),
    claim: async id => (id === 's1' ? stored : null),
    release: async () => undefined,
    times: async () => [2 * HOUR_MS - 1, HOUR_MS],
    list: async () => [
      { ...about, id: 's0', at: 2 * HOUR_MS - 1 },
      { ...about, id: 's1', at: HOUR_MS },
    ],
    nameOf: async () => undefined,
    rename: async () => undefined,
    delete: async () => true,
  };
  const recorded = { ...about, id: 'file.jsonl', sessionId: 's1', at: 2 * HOUR_MS, isRecording: true } as const;
  const recordings = { list: async () => [recorded], load: async () => theirs };
  return { store: continuedStore(store, recordings), appended, recorded };
}
const idsOf = (events: readonly AgentEvent[] = []) =>
  events.map(event => (event.type === 'message' ? event.message.id : event.type));

describe('A session with which Gemini CLI has gone on', () => {
  it('is listed once, as of then, and has all that was said', async () => {
    const { store, appended, recorded } = continued(there);
    const listed = await store.list();
    assert.deepEqual(
      listed.map(({ id, at }) => [id, at]),
      [
        ['s1', 2 * HOUR_MS],
        ['s0', 2 * HOUR_MS - 1],
      ],
    );
    assert.deepEqual(notOurs([recorded], listed), []);
    assert.deepEqual(idsOf((await store.load('s1'))?.events), ['u1', 'a1', 'u2', 'a2']);
    assert.deepEqual(appended, []);
  });

  it('goes on here with what was said there', async () => {
    const { store, appended } = continued(there);
    assert.deepEqual(idsOf((await store.claim('s1'))?.events), ['u1', 'a1', 'u2', 'a2']);
    assert.deepEqual(idsOf(appended), ['u2', 'a2']);
    assert.equal(await store.claim('s2'), null);
  });

  it('is another conversation where the two have parted', async () => {
    const { store, appended, recorded } = continued([said('u1', 'Other'), ...there]);
    const listed = await store.list();
    assert.equal(listed.find(({ id }) => id === 's1')?.at, HOUR_MS);
    assert.deepEqual(notOurs([recorded], listed), [recorded]);
    assert.deepEqual(idsOf((await store.claim('s1'))?.events), ['u1', 'a1']);
    assert.deepEqual(appended, []);
  });

  it('is told by its prompts, in which a recording has files as text', () => {
    const file = { type: 'file', path: 'a.txt', text: 'A' } as const;
    const prompt: Message = { role: 'user', id: 'u1', at: 1, parts: [file, { type: 'text', text: 'Look' }] };
    const recorded: Message = {
      ...{ role: 'user', id: 'r1', at: 1 },
      parts: [
        { type: 'text', text: 'a.txt\nA' },
        { type: 'text', text: 'Look' },
      ],
    };
    const context: Message = { ...said('c1', 'The date is …'), isContext: true } as Message;
    assert.deepEqual(continuationOf([context, prompt], [recorded, answered('a1', '1')]), []);
    assert.deepEqual(continuationOf([prompt], [recorded, said('u2', 'Two')]), [said('u2', 'Two')]);
    assert.equal(continuationOf([], there), undefined);
  });
});
