import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readRecordingFile, listRecordings } from '../../../src/node/sessions/geminiRecordings';
import { createRecordings, idOfContinued, notOurs, parseRecording } from '../../../src/sessions/geminiRecording';
import { Scratch } from '../../support/scratch';

const about = { sessionId: '1a2b', startTime: '2026-01-01T10:00:00Z', lastUpdated: '2026-01-01T10:05:00Z' };
const timestamp = '2026-01-01T10:01:00Z';
const user = { id: 'm1', timestamp, type: 'user', content: [{ text: 'Read\n a.txt' }] };
const answer = {
  id: 'm2',
  timestamp,
  type: 'gemini',
  model: 'gemini-2.5-pro',
  content: 'Reading.',
  thoughts: [{ subject: 'Plan', description: 'x' }],
  toolCalls: [
    {
      id: 'c1',
      name: 'read_file',
      displayName: 'ReadFile',
      args: { file_path: 'a.txt' },
      status: 'success',
      resultDisplay: 'Read 1 line',
      result: [{ functionResponse: { id: 'c1', name: 'read_file', response: { output: 'one' } } }],
    },
  ],
};
const lines = (...records: unknown[]) => records.map(record => JSON.stringify(record)).join('\n');

describe('recordings of Gemini CLI', () => {
  it('become our messages, calls with their results', () => {
    const recording = parseRecording(lines(about, user, answer, { $set: { summary: 'reading' } }));
    const at = Date.parse(timestamp);
    const call = { id: 'c1', name: 'read_file', args: { file_path: 'a.txt' } };
    assert.deepEqual(recording, {
      sessionId: about.sessionId,
      title: 'reading',
      startedAt: Date.parse(about.startTime),
      at: Date.parse(about.lastUpdated),
      messages: [
        { id: 'm1', at, role: 'user', parts: [{ type: 'text', text: 'Read\n a.txt' }] },
        {
          id: 'm2',
          at,
          role: 'assistant',
          model: 'gemini-2.5-pro',
          end: 'stop',
          parts: [
            { type: 'text', text: 'Reading.' },
            { type: 'toolCall', call },
          ],
        },
        {
          id: 'm2-results',
          at,
          role: 'tool',
          results: [
            {
              callId: 'c1',
              name: 'read_file',
              title: 'ReadFile',
              status: 'success',
              content: 'one',
              display: { type: 'text', text: 'Read 1 line' },
            },
          ],
        },
      ],
    });
  });

  it('are read in the older form too, one JSON object', () => {
    const old = parseRecording(JSON.stringify({ ...about, messages: [user, answer] }, undefined, 2));
    assert.deepEqual(old?.messages, parseRecording(lines(about, user, answer))?.messages);
    assert.equal(old?.title, 'Read a.txt');
  });

  it('follow what was changed and rewound', () => {
    const changed = { ...answer, content: 'Changed.' };
    const again = { ...user, id: 'm3', content: 'Again' };
    const texts = (text: string) =>
      parseRecording(text)?.messages.flatMap(message => ('parts' in message ? message.parts : [])) ?? [];
    assert.deepEqual(texts(lines(about, user, answer, changed))[1], { type: 'text', text: 'Changed.' });
    assert.deepEqual(texts(lines(about, user, answer, { $rewindTo: 'm1' }, again)), [{ type: 'text', text: 'Again' }]);
  });

  it('keep the calls that Gemini CLI has put into the messages when it went on with them', () => {
    const context = { id: 'm0', timestamp, type: 'user', content: [{ text: '<session_context>\nToday is …' }] };
    const called = {
      ...answer,
      content: [
        { text: 'Thinking', thought: true },
        { text: 'Reading.' },
        { functionCall: { id: 'c1', name: 'read_file', args: { file_path: 'a.txt' } }, thoughtSignature: 's' },
      ],
    };
    const response = { functionResponse: { id: 'c1', name: 'read_file', response: { output: 'one' } } };
    const given = { id: 'm2_response', timestamp, type: 'user', content: [response] };
    const { toolCalls: _calls, ...bare } = called;
    const plain = parseRecording(lines(about, user, answer));
    const whole = parseRecording(lines(about, { $set: { messages: [context, user, called, given] } }));
    assert.deepEqual(whole?.messages, plain?.messages);
    assert.equal(whole?.title, 'Read a.txt');
    const [, , results] =
      parseRecording(lines(about, { $set: { messages: [context, user, bare, given] } }))?.messages ?? [];
    assert.deepEqual(results?.role === 'tool' && results.results, [
      { callId: 'c1', name: 'read_file', title: 'read_file', status: 'success', content: 'one' },
    ]);
  });

  it('pair calls and results without ids by their places', () => {
    const call = (path: string) => ({ functionCall: { name: 'read_file', args: { path } } });
    const response = (output: string) => ({ functionResponse: { name: 'read_file', response: { output } } });
    const calls = { id: 'm2', timestamp, type: 'gemini', content: [call('a'), call('b')] };
    const given = { id: 'm3', timestamp, type: 'user', content: [response('one'), response('two'), { text: 'Go on' }] };
    const messages = parseRecording(lines(about, user, calls, given))?.messages ?? [];
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'user'],
    );
    const [, , results] = messages;
    assert.deepEqual(results?.role === 'tool' && results.results.map(({ content }) => content), ['one', 'two']);
  });

  it('are listed once each, and not at all where they are sessions of ours', async () => {
    const later = { ...about, lastUpdated: '2026-01-01T11:00:00Z' };
    const texts = new Map([
      ['a.json', JSON.stringify({ ...about, messages: [user] })],
      ['a.jsonl', lines(later, user)],
      ['b.jsonl', lines({ ...about, sessionId: 'ours' }, user)],
      ['c.jsonl', lines({ ...about, sessionId: 'sub', kind: 'subagent' }, user)],
    ]);
    const recordings = createRecordings(
      async () => [...texts.keys()].map(file => ({ file, at: 1, bytes: 1 })),
      async file => texts.get(file) ?? null,
    );
    const listed = await recordings.list();
    assert.deepEqual(
      listed.map(({ id }) => id),
      ['a.jsonl', 'b.jsonl'],
    );
    const at = Date.parse(about.lastUpdated);
    const shown = (time: number) => notOurs(listed, [{ id: 'ours', at: time }]).map(({ id }) => id);
    assert.deepEqual(shown(at), ['a.jsonl']);
    assert.deepEqual(shown(at - 60_000), ['a.jsonl', 'b.jsonl']);
  });

  it('are continued as the session that they are, where it is none of ours yet', () => {
    const id = '1a2b3c4d-0000-4000-8000-000000000000';
    assert.equal(idOfContinued(id, []), id);
    assert.equal(idOfContinued(id, [{ id }]), undefined);
    assert.equal(idOfContinued('../1a2b', []), undefined);
  });

  it('are passed over where they make no sense', () => {
    for (const text of ['', '{', '[]', 'null', lines(about), lines(about, answer), '{"messages":[1,null]}']) {
      assert.equal(parseRecording(text), null, text);
    }
    const odd = { type: 'user', content: { text: 'Hi' }, id: 7, timestamp: 'never' };
    assert.deepEqual(parseRecording(`${lines(odd, { type: 'gemini', toolCalls: [null, {}] })}\n{"cut`)?.title, 'Hi');
  });

  it('are listed as chats, those that can be read', async () => {
    const texts: Readonly<Record<string, string>> = { a: lines(about, user, answer), b: '{' };
    const files = [
      { file: 'a', at: 1, bytes: 10 },
      { file: 'b', at: 2, bytes: 1 },
    ];
    const recordings = createRecordings(
      async () => files,
      async file => texts[file] ?? null,
    );
    const [startedAt, at] = [Date.parse(about.startTime), Date.parse(about.lastUpdated)];
    const entry = {
      id: 'a',
      sessionId: about.sessionId,
      title: 'Read a.txt',
      startedAt,
      at,
      bytes: 10,
      isRecording: true,
    };
    assert.deepEqual(await recordings.list(), [entry]);
    assert.equal((await recordings.load('a'))?.length, 3);
    assert.equal(await recordings.load('other'), undefined);
  });

  it('are found by the hash of their folder and by the name that Gemini CLI gave it', async () => {
    const home = await Scratch.make();
    try {
      const hash = createHash('sha256').update('/work/a').digest('hex');
      await home.put('.gemini/projects.json', JSON.stringify({ projects: { '/work/a': 'a', '/work/b': '../b' } }));
      await home.put(`.gemini/tmp/${hash}/chats/session-1.json`, 'old');
      await home.put('.gemini/tmp/a/chats/session-2.jsonl', 'new');
      await home.put('.gemini/tmp/a/chats/other.txt');
      await home.put('.gemini/b/chats/session-3.jsonl', 'not below tmp');
      const found = await listRecordings(home.path, ['/work/a', '/work/b']);
      const texts = await Promise.all(found.map(({ file }) => readRecordingFile(file)));
      assert.deepEqual(texts.sort(), ['new', 'old']);
    } finally {
      await home.close();
    }
  });
});
