import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_EVENTS, type HookEvent, type HookInputs } from '../../../src/agent/ports/hooks';
import { openHooks } from '../../../src/hooks/openHooks';
import { runHookProcess } from '../../../src/node/process/hookProcess';
import { hookAt } from '../../support/hookFakes';

const PAGE = join(__dirname, '..', '..', '..', 'media', 'docs', 'settings.md');

describe('The examples of hooks in the documentation', () => {
  let folder: string;
  let beginning: string;
  let examples: readonly { readonly event: string; readonly matcher: string; readonly code: string }[];
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'pollux-')));
    const page = await readFile(PAGE, 'utf8');
    const blocks = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
    beginning = blocks.find(code => code.startsWith('const input')) ?? '';
    examples = blocks.flatMap(code => {
      const [, event, matcher = ''] = /^\/\/ (\w+)(?:, with the matcher "(.*?)")?:/.exec(code) ?? [];
      return event === undefined ? [] : [{ event, matcher, code }];
    });
    await writeFile(join(folder, 'transcript.jsonl'), 'said\n');
  });
  after(() => rm(folder, { recursive: true }));

  /** What the example of an event makes of it, run as any hook. */
  const tryOut = async <E extends HookEvent>(event: E, input: HookInputs[E]) => {
    const example = examples.find(each => each.event === event);
    await writeFile(join(folder, `${event}.js`), beginning + (example?.code ?? 'throw new Error("no example")'));
    const hooks = await openHooks({
      hooks: [hookAt(event, { command: `node ${event}.js`, name: event, matcher: example?.matcher ?? '' })],
      settings: { isEnabled: true, isSystemEnabled: true, disabled: [], tells: true },
      kept: { get: () => undefined, set: () => undefined },
      digest: text => text,
      filesOf: async () => ({}),
      folderOf: () => folder,
      trustsProject: false,
      sessionId: 's1',
      transcript: join(folder, 'transcript.jsonl'),
      onPending: () => undefined,
      run: (process, signal) => runHookProcess(process, {}, signal),
      now: () => new Date(0),
    });
    const { notices, ...outcome } = (await hooks?.fire(event, input, new AbortController().signal)) ?? { notices: [] };
    assert.deepEqual(notices, []);
    return outcome;
  };
  const written = (name: string) => readFile(join(folder, name), 'utf8');
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] } as const;

  it('are there for each event, once', () => {
    assert.deepEqual(examples.map(({ event }) => event).sort(), [...HOOK_EVENTS].sort());
  });

  it('do what they say when a session begins, is summed up and ends, and when it waits', async () => {
    assert.deepEqual(await tryOut('SessionStart', { source: 'startup' }), {
      context: `This machine runs Node ${process.version}`,
    });
    assert.deepEqual(await tryOut('SessionEnd', { reason: 'exit' }), {});
    assert.equal(await written('sessions.log'), 's1 ended: exit\n');
    await tryOut('PreCompress', { trigger: 'auto' });
    assert.equal(await written('before-compressing.jsonl'), 'said\n');
    await tryOut('Notification', { message: 'Come here.', details: {} });
    assert.equal(await written('waiting.log'), 'Come here.\n');
  });

  it('do what they say about prompts and answers', async () => {
    const reason = 'Add the number of the ticket, such as #123.';
    assert.deepEqual(await tryOut('BeforeAgent', { prompt: 'Fix it' }), { blocked: { by: 'BeforeAgent', reason } });
    assert.deepEqual(await tryOut('BeforeAgent', { prompt: 'Fix #12' }), {});
    const answered = { prompt: 'Fix it', answer: 'Done. TODO: tests' };
    const again = { by: 'AfterAgent', reason: 'Finish what you left as TODO.' };
    assert.deepEqual(await tryOut('AfterAgent', { ...answered, isRetry: false }), { blocked: again });
    assert.deepEqual(await tryOut('AfterAgent', { ...answered, isRetry: true }), {});
  });

  it('do what they say about requests', async () => {
    assert.deepEqual(await tryOut('BeforeModel', { request }), { request: { config: { maxOutputTokens: 2000 } } });
    assert.deepEqual(await tryOut('BeforeToolSelection', { request }), {
      tools: { mode: 'AUTO', names: ['glob', 'read_file', 'search_file_content'] },
    });
    assert.deepEqual(await tryOut('AfterModel', { request, answer: 'Project Lynx is late.' }), {
      answer: { by: 'AfterModel', text: 'the project is late.' },
    });
  });

  it('do what they say about calls', async () => {
    const edit = (file_path: string) => ({ name: 'replace', args: { file_path } });
    assert.deepEqual(await tryOut('BeforeTool', edit('migrations/1.sql')), {
      asks: { by: 'BeforeTool', reason: 'This is a migration.' },
    });
    assert.deepEqual(await tryOut('BeforeTool', edit('src/a.ts')), {});
    assert.deepEqual(await tryOut('BeforeTool', { ...edit('migrations/1.sql'), name: 'read_file' }), {});
    const read = { name: 'read_file', args: { file_path: 'a.sql' }, content: 'create table' };
    assert.deepEqual(await tryOut('AfterTool', read), { context: 'docs/schema.md describes the tables.' });
  });
});
