import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingStore } from '../../../../src/node/sessions/recordingStore';
import { createSessionFiles } from '../../../../src/node/sessions/sessionFiles';
import { parseRecording } from '../../../../src/sessions/geminiRecording';
import { GeminiRecords } from '../../../../src/sessions/recordForGemini';
import type { AgentEvent } from '../../../../src/shared/events';
import { expansionOf } from '../../../../src/shared/partsText';
import type { Message } from '../../../../src/shared/messages';
import { Scratch } from '../../../support/scratch';

const ID = '1a2b3c4d-0000-4000-8000-000000000000';
const at = Date.parse('2026-01-01T10:00:00Z');
const said = (message: Message): AgentEvent => ({ type: 'message', message });
const prompt = (id: string, text: string, isContext = false): AgentEvent =>
  said({ id, at, role: 'user', parts: [{ type: 'text', text }], ...(isContext && { isContext }) });
const events: readonly AgentEvent[] = [
  prompt('m0', 'Where you are', true),
  prompt('m1', 'Read it'),
  said({ id: 'm2', at, role: 'assistant', model: 'm', parts: [] }),
  { type: 'delta', messageId: 'm2', text: 'Read' },
  { type: 'delta', messageId: 'm2', text: 'ing.' },
  {
    type: 'part',
    messageId: 'm2',
    part: { type: 'toolCall', call: { id: 'c1', name: 'read_file', args: { file_path: 'a' } } },
  },
  { type: 'message-finished', messageId: 'm2', end: 'stop' },
  said({
    id: 'm3',
    at,
    role: 'tool',
    results: [
      { callId: 'c1', name: 'read_file', title: 'Read a', status: 'success', content: `AIza${'x'.repeat(35)}` },
    ],
  }),
];

describe('Sessions that are recorded for Gemini CLI', () => {
  let home: Scratch;
  let isOn: boolean;
  const warned: string[] = [];
  beforeEach(async () => {
    home = await Scratch.make();
    isOn = true;
    warned.length = 0;
  });
  afterEach(() => home.close());
  const log = { info: () => undefined, warn: (text: string) => void warned.push(text), error: () => assert.fail() };
  const open = (folder = '/work/My Project') =>
    recordingStore(createSessionFiles(join(home.path, 'sessions'), log), {
      home: home.path,
      folder: () => folder,
      isOn: () => isOn,
      newRecords: async () => new GeminiRecords(),
      log,
    });
  const read = (path: string) => readFile(join(home.path, path), 'utf8');
  const place = '.gemini/tmp/my-project/chats';
  const file = `${place}/session-2026-01-01T10-00-1a2b3c4d.jsonl`;
  const recorded = async () => parseRecording(await read(file));
  const texts = async () =>
    (await recorded())?.messages.flatMap(message =>
      message.role === 'user' || message.role === 'assistant'
        ? message.parts.flatMap(part => (part.type === 'text' ? [part.text] : []))
        : [],
    );

  it('are written as Gemini CLI reads them, without keys and what Pollux itself says', async () => {
    const store = open();
    store.append(ID, events);
    await store.release(ID);
    const recording = await recorded();
    assert.equal(recording?.sessionId, ID);
    assert.deepEqual(
      recording.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    const [, , results] = recording.messages;
    const [result] = results?.role === 'tool' ? results.results : [];
    assert.deepEqual([result?.callId, result?.status], ['c1', 'success']);
    assert.doesNotMatch(await read(file), /AIzax|Where you are/);
    const projects: unknown = JSON.parse(await read('.gemini/projects.json'));
    assert.deepEqual(projects, { projects: { '/work/My Project': 'my-project' } });
    assert.equal(await read('.gemini/tmp/my-project/.project_root'), '/work/My Project');
  });

  it('go on in the same file, with nothing twice, also after a line that was cut', async () => {
    const first = open();
    first.append(ID, events);
    await first.release(ID);
    await home.put(file, `${await read(file)}{"id":"cut`);
    const second = open();
    await second.claim(ID);
    const before = await read(file);
    second.append(ID, [prompt('m4', 'More')]);
    await second.flush();
    assert.ok((await read(file)).startsWith(before));
    assert.deepEqual(await texts(), ['Read it', 'Reading.', 'More']);
    second.append(ID, [{ type: 'rewound', messageId: 'm4', at }, prompt('m5', 'Other')]);
    await second.release(ID);
    assert.deepEqual(await texts(), ['Read it', 'Reading.', 'Other']);
    assert.equal((await read(file)).split('\n').filter(line => line.includes('"Read it"')).length, 1);
  });

  it('take the place of what Gemini CLI has put in other words, and leave alone with what it has gone on', async () => {
    const first = open();
    first.append(ID, events);
    await first.release(ID);
    const response = [{ functionResponse: { id: 'c1', name: 'read_file', response: { output: 'x' } } }];
    const messages = [
      { id: 'e', type: 'user', content: [{ text: '<session_context>' }] },
      { id: 'm1', type: 'user', content: [{ text: 'Read it' }] },
      { id: 'm2_response', type: 'user', content: response },
    ];
    await home.put(file, `${await read(file)}${JSON.stringify({ $set: { messages } })}\n`);
    const second = open();
    await second.claim(ID);
    second.append(ID, [prompt('m4', 'More')]);
    await second.release(ID);
    assert.deepEqual(await texts(), ['Read it', 'Reading.', 'More']);
    await home.put(file, `${await read(file)}{"id":"x","type":"user","content":"By another program"}\n`);
    const third = open();
    await third.claim(ID);
    third.append(ID, [prompt('m6', 'Lost')]);
    await third.release(ID);
    assert.deepEqual(await texts(), ['Read it', 'Reading.', 'More', 'By another program']);
    assert.match(warned.join(), /Gemini CLI has continued it/);
  });

  it('show a command as it was typed, beside what was sent for it', () => {
    const parts = expansionOf('/review a.ts', [{ type: 'text', text: 'Look for bugs' }]);
    const [record] = new GeminiRecords().take(said({ id: 'm1', at, role: 'user', parts }));
    assert.deepEqual(record?.content, [{ text: 'Look for bugs' }]);
    assert.deepEqual(record.displayContent, [{ text: '/review a.ts' }]);
    const read = parseRecording(JSON.stringify(record));
    assert.deepEqual([read?.title, read?.messages[0]], ['/review a.ts', { id: 'm1', at, role: 'user', parts }]);
  });

  it('are not recorded while that is off, nor from their middle on', async () => {
    isOn = false;
    const store = open();
    store.append(ID, events);
    isOn = true;
    store.append(ID, [prompt('m4', 'More')]);
    await store.release(ID);
    await assert.rejects(readdir(join(home.path, '.gemini')));
  });

  it('get a name of their own where another folder has that one', async () => {
    await home.put('.gemini/projects.json', JSON.stringify({ projects: { '/other/my-project': 'my-project' } }));
    await home.put('.gemini/tmp/my-project/.project_root', '/other/my-project');
    const store = open();
    store.append(ID, events);
    await store.release(ID);
    assert.deepEqual(JSON.parse(await read('.gemini/projects.json')), {
      projects: { '/other/my-project': 'my-project', '/work/My Project': 'my-project-1' },
    });
  });

  it('are kept as before where they can not be recorded', async () => {
    await home.put('.gemini/projects.json', '{');
    const store = open();
    store.append(ID, events);
    await store.release(ID);
    assert.equal((await store.list()).length, 1);
    assert.match(warned.join(), /^A chat is no longer recorded for Gemini CLI: /);
    assert.equal(await read('.gemini/projects.json'), '{');
  });
});
