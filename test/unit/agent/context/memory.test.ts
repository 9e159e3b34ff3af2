import assert from 'node:assert/strict';
import type { Memory, MemoryText } from '../../../../src/agent/ports/memory';
import { call, text } from '../../../support/gemini/replies';
import type { GeminiRequest } from '../../../support/gemini/request';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createMemoryWorkspace, MemoryFiles } from '../../../support/memoryWorkspace';
import { createTestSession, openSession, sessionOptions } from '../../../support/testSession';
import { createTools } from '../../../../src/tools/index';

const ROUNDS = 50;
const folder = '/work';

/** Memory in lists that a test can change. */
class FakeMemory implements Memory {
  readonly beginning: MemoryText[] = [];
  /** By the folders that they are of. */
  readonly below = new Map<string, MemoryText>();

  load = async () => [...this.beginning];

  near = async (paths: readonly string[]) =>
    [...this.below].filter(([top]) => paths.some(path => path.startsWith(`${top}/`))).map(([, each]) => each);

  named = async (name: string) => [...this.below.values()].find(each => each.name === name);
}

describe('Memory in a conversation', () => {
  let server: GeminiServer;
  let memory: FakeMemory;
  let files: MemoryFiles;
  beforeEach(async () => {
    server = await startGeminiServer();
    memory = new FakeMemory();
    files = new MemoryFiles();
  });
  afterEach(() => server.close());

  const options = () => ({
    url: server.url,
    memory,
    workspace: createMemoryWorkspace(files, [folder]),
    tools: createTools({ usesModel: () => false }),
    maxTurns: ROUNDS + 1,
  });
  const fixed = ({ body: { contents: _contents, ...rest } }: GeminiRequest) => JSON.stringify(rest);
  const contents = (request: GeminiRequest | undefined) => JSON.stringify(request?.contents ?? []);
  const system = (request: GeminiRequest | undefined) => JSON.stringify(request?.body.systemInstruction);
  const readFile = (path: string) => call('read_file', { file_path: path });

  it('stands in the instructions, wrapped, with where it comes from', async () => {
    memory.beginning.push({ name: 'GEMINI.md', text: 'Use tabs.' }, { name: 'lib/GEMINI.md', text: 'No jQuery.' });
    await createTestSession(options()).say('Hi');
    const told = system(server.requests[0]);
    assert.match(told, /--- Context from: GEMINI\.md ---\\nUse tabs\.\\n--- End of Context from: GEMINI\.md ---/);
    assert.ok(told.indexOf('Use tabs.') < told.indexOf('No jQuery.'));
    assert.doesNotMatch(contents(server.requests[0]), /Use tabs/);
  });

  it('costs nothing where there is none', async () => {
    const { memory: _memory, ...without } = options();
    await createTestSession(without).say('Hi');
    await createTestSession(options()).say('Hi');
    const [one, other] = server.requests;
    assert.deepEqual(other?.body, one?.body);
  });

  it(`leaves what a request begins with the same over ${ROUNDS} rounds in which more of it is found`, async () => {
    memory.beginning.push({ name: 'GEMINI.md', text: 'Use tabs.' });
    for (let i = 0; i < ROUNDS; i++) {
      files.put(`${folder}/d${i}/a.txt`, 'text');
      memory.below.set(`${folder}/d${i}`, { name: `d${i}/GEMINI.md`, text: `Memory of d${i}.` });
      server.reply(text('Next.'), readFile(`d${i}/a.txt`));
    }
    server.reply(text('Done.'));
    assert.equal((await createTestSession(options()).say('Go')).reason, 'done');
    const { requests } = server;
    assert.equal(requests.length, ROUNDS + 1);
    const [first] = requests;
    assert.ok(first);
    requests.slice(1).forEach((request, i) => {
      assert.equal(fixed(request), fixed(first));
      assert.ok(contents(request).startsWith(contents(requests[i]).slice(0, -1)), `the contents of request ${i + 2}`);
      assert.equal(contents(request).split(`Memory of d${i}.`).length, 2);
    });
  });

  it('of a folder is told once, however often a tool is there', async () => {
    files.put(`${folder}/d/a.txt`, 'text');
    memory.below.set(`${folder}/d`, { name: 'd/GEMINI.md', text: 'Memory of d.' });
    for (let i = 0; i < 3; i++) server.reply(text('Next.'), readFile('d/a.txt'));
    server.reply(text('Done.'));
    await createTestSession(options()).say('Go');
    assert.equal(contents(server.requests.at(-1)).split('Memory of d.').length, 2);
  });

  it('of a folder is not told where a tool failed there', async () => {
    memory.below.set(`${folder}/d`, { name: 'd/GEMINI.md', text: 'Memory of d.' });
    server.reply(text('Next.'), readFile('d/gone.txt'));
    server.reply(text('Done.'));
    await createTestSession(options()).say('Go');
    assert.doesNotMatch(contents(server.requests.at(-1)), /Memory of d/);
  });

  it('that changes on the disk, is new or is gone is told with the next prompt', async () => {
    memory.beginning.push({ name: 'GEMINI.md', text: 'Use tabs.' }, { name: 'OLD.md', text: 'Old.' });
    const { say } = createTestSession(options());
    await say('One');
    await say('Two');
    assert.doesNotMatch(contents(server.requests[1]), /Context from/);
    memory.beginning.splice(0, 2, { name: 'GEMINI.md', text: 'Use blanks.' }, { name: 'NEW.md', text: 'New.' });
    await say('Three');
    const told = contents(server.requests[2]);
    assert.match(told, /has changed.*--- Context from: GEMINI\.md ---\\nUse blanks\..*NEW\.md ---\\nNew\./);
    assert.match(told, /No context any more from: OLD\.md ---/);
    assert.match(system(server.requests[2]), /Use tabs\./);
    await say('Four');
    assert.equal(contents(server.requests[3]).split('Use blanks.').length, 2);
  });

  it('is that of today where a conversation is continued', async () => {
    memory.beginning.push({ name: 'GEMINI.md', text: 'Use tabs.' });
    files.put(`${folder}/d/a.txt`, 'text');
    memory.below.set(`${folder}/d`, { name: 'd/GEMINI.md', text: 'Memory of d.' });
    server.reply(text('Next.'), readFile('d/a.txt'));
    server.reply(text('Done.'));
    const { session, say } = createTestSession(options());
    await say('One');
    memory.beginning.splice(0, 1, { name: 'GEMINI.md', text: 'Use blanks.' });
    memory.below.set(`${folder}/d`, { name: 'd/GEMINI.md', text: 'Other memory of d.' });
    const again = openSession(sessionOptions(options()), { restored: session.state });
    await again.submit([{ type: 'text', text: 'Two' }]);
    const last = server.requests.at(-1);
    assert.match(system(last), /Use blanks\./);
    assert.doesNotMatch(contents(last), /Use blanks/);
    assert.match(contents(last), /has changed.*Other memory of d\./);
  });

  it('of a folder is told again when the conversation was compressed', async () => {
    files.put(`${folder}/d/a.txt`, 'text');
    memory.below.set(`${folder}/d`, { name: 'd/GEMINI.md', text: 'Memory of d.' });
    const reading = async () => {
      server.reply(text('Next.'), readFile('d/a.txt'));
      server.reply(text('Done.'));
      await test.say(`Go ${'and on '.repeat(100)}`);
    };
    const test = createTestSession({
      ...options(),
      compression: () => ({ threshold: 0.5, tail: 0, review: false }),
      utilityModel: { ask: async () => ({ ok: true, text: '<state_snapshot>All of it.</state_snapshot>' }) },
    });
    await reading();
    await reading();
    await test.session.compress();
    await reading();
    const last = contents(server.requests.at(-1));
    assert.match(last, /All of it/);
    assert.equal(last.split('Memory of d.').length, 2);
  });

  it('counts where the user has written instructions of their own', async () => {
    memory.beginning.push({ name: 'GEMINI.md', text: 'Use tabs.' });
    const written: string[] = [];
    const systemTemplate = {
      read: async () => 'Be a poet. ${read_file_ToolName} ${AvailableTools} ${nothing}',
      write: async (each: string) => void written.push(each),
    };
    await createTestSession({ ...options(), systemTemplate }).say('Hi');
    const told = system(server.requests[0]);
    assert.match(told, /Be a poet\. read_file - .*\$\{nothing\}.*Use tabs\./);
    assert.doesNotMatch(told, /You are Pollux/);
    assert.match(written[0] ?? '', /^Be a poet/);
  });
});
