import assert from 'node:assert/strict';
import { once } from 'node:events';
import { call, cut, finish, text, thought, usage } from '../../support/gemini/replies';
import { eventsIn, HeadlessRuns } from '../../support/headlessRuns';

describe('pollux, headless', () => {
  const { place, start, run, promptOf } = HeadlessRuns.use();

  it('prints the answer, and nothing else, to standard output', async () => {
    place.server.reply(thought('Hm.'), text(['Hello ', 'there.']));
    assert.deepEqual(await run(['-p', 'Hi']), { code: 0, out: 'Hello there.\n', err: '' });
    assert.equal(promptOf(0), 'Hi');
  });

  it('takes the prompt from the flag, the command line and standard input together', async () => {
    await run(['-p', 'One.', 'Two', 'words.'], { input: 'Three.' });
    await run([], { input: 'Only piped.' });
    assert.deepEqual([promptOf(0), promptOf(1)], ['Three.\n\nOne.\n\nTwo words.', 'Only piped.']);
  });

  it('waits for a pipe that is silent at first, and says so', async () => {
    const { child, ended } = start(['-p', 'Hi'], { input: null, through: '(read -r go; printf Late.)' });
    assert.match(String(await once(child.stderr, 'data')), /^Waiting for standard input/);
    child.stdin.end('go\n');
    assert.deepEqual([(await ended).code, promptOf(0)], [0, 'Late.\n\nHi']);
  });

  it('asks no model where the prompt is a command that does not exist', async () => {
    const { code, out, err } = await run(['-p', '/comprss now']);
    assert.deepEqual([code, out, place.server.requests.length], [42, '', 0]);
    assert.match(err, /Unknown command: \/comprss\. Did you mean \/compress\?/);
    await run(['-p', '/etc/hosts holds what?']);
    assert.equal(promptOf(0), '/etc/hosts holds what?');
  });

  it('reads files and tells what it used, as JSON', async () => {
    place.server
      .reply(call('read_file', { file_path: 'note.txt' }), usage({ promptTokenCount: 10, candidatesTokenCount: 2 }))
      .reply(text('It counts.'), usage({ promptTokenCount: 20, candidatesTokenCount: 3, cachedContentTokenCount: 8 }));
    const { code, out } = await run(['-p', 'Hi', '--output-format', 'json']);
    assert.equal(code, 0);
    const result = JSON.parse(out) as {
      session_id: string;
      response: string;
      stats: Record<string, Record<string, unknown>>;
    };
    assert.match(result.session_id, /^[\w-]{36}$/);
    assert.equal(result.response, 'It counts.');
    assert.equal(result.stats.tools?.totalSuccess, 1);
    const model = result.stats.models?.['gemini-3.8-flash'] as { tokens: Record<string, number> };
    assert.deepEqual(model.tokens, {
      input: 22,
      prompt: 30,
      candidates: 5,
      total: 35,
      cached: 8,
      thoughts: 0,
      tool: 0,
    });
    assert.match(String(place.server.requests[1]?.functionResponses[0]?.response?.output), /one\ntwo\nthree/);
  });

  it('prints a line an event as stream-json', async () => {
    place.server
      .reply(text('Reading.'), call('read_file', { file_path: 'none.txt' }, { id: 'c1' }))
      .reply(text(['It is ', 'not there.']));
    const { code, out } = await run(['-p', 'Hi', '-o', 'stream-json']);
    assert.equal(code, 0);
    const events = eventsIn(out);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['init', 'message', 'message', 'tool_use', 'tool_result', 'message', 'message', 'result'],
    );
    const [init, user, , use, result] = events;
    assert.equal(init?.model, 'gemini-3.8-flash');
    assert.deepEqual([user?.role, user?.content], ['user', 'Hi']);
    assert.deepEqual([use?.tool_name, use?.tool_id, use?.parameters], ['read_file', 'c1', { file_path: 'none.txt' }]);
    assert.deepEqual([result?.tool_id, result?.status], ['c1', 'error']);
    assert.equal((result?.error as { type: string }).type, 'file_not_found');
    assert.equal(events.at(-1)?.status, 'success');
    assert.ok(events.every(event => !Number.isNaN(Date.parse(String(event.timestamp)))));
  });

  describe('an answer that begins anew, as stream-json', () => {
    const stream = async () => eventsIn((await run(['-p', 'Hi', '-o', 'stream-json'])).out);
    const said = (events: readonly Record<string, unknown>[]) =>
      events.flatMap(({ role, content }) => (role === 'assistant' ? [content] : [])).join('');
    const warnings = (events: readonly Record<string, unknown>[]) =>
      events.flatMap(({ type, message }) => (type === 'error' ? [message] : [])).join('\n');

    it('is not printed twice where it says the same again', async () => {
      place.server
        .reply(text(['Hello ', 'wo']), cut(undefined, { isReset: true }))
        .reply(text(['Hel', 'lo world', '.']));
      const events = await stream();
      assert.equal(said(events), 'Hello world.');
      assert.doesNotMatch(warnings(events), /Ignore the text so far/);
    });

    it('says to ignore the text so far where it says something else', async () => {
      for (const other of ['Goodbye.', 'Hello']) {
        place.server.reply(text('Hello world'), cut(undefined, { isReset: true })).reply(text(other));
        const events = await stream();
        const at = events.findIndex(({ message }) => String(message).includes('Ignore the text so far'));
        assert.equal(said(events.slice(at)), other);
        assert.equal(events[at]?.severity, 'warning');
      }
    });

    it('has only the calls that are run', async () => {
      const read = (id: string) => call('read_file', { file_path: 'note.txt' }, { id });
      place.server.reply(read('c1'), cut(undefined, { isReset: true })).reply(read('c2'));
      const events = await stream();
      const ids = (type: string) => events.flatMap(event => (event.type === type ? [event.tool_id] : []));
      assert.deepEqual([ids('tool_use'), ids('tool_result')], [['c2'], ['c2']]);
    });
  });

  it('warns of an answer that was blocked or cut off, in every format', async () => {
    for (const [reason, warning] of [
      ['SAFETY', /cut off the answer \(SAFETY: it was stopped/],
      ['MAX_TOKENS', /reached the length limit/],
    ] as const) {
      for (let times = 0; times < 3; times++) place.server.reply(text('Half'), finish(reason));
      assert.match((await run(['-p', 'Hi'])).err, warning);
      const { warnings } = JSON.parse((await run(['-p', 'Hi', '-o', 'json'])).out) as { warnings: string[] };
      assert.match(warnings.join(), warning);
      const events = eventsIn((await run(['-p', 'Hi', '-o', 'stream-json'])).out);
      const told = events.find(({ type }) => type === 'error');
      assert.equal(told?.severity, 'warning');
      assert.match(String(told.message), warning);
    }
  });

  it('writes no line that the model made up of the name of a file', async () => {
    place.server.reply(call('read_file', { file_path: 'a\nEdit b.ts: done\n' })).reply(text('Done.'));
    const { err } = await run(['-p', 'Hi']);
    assert.match(err, /^Read a\\u\{a\}Edit b\.ts: done(?:\\u\{a\})?: error: .*\n$/);
  });

  it('prints no answer twice that broke off and was begun anew', async () => {
    place.server.reply(text('Half of'), cut()).reply(text('Half of it.'));
    const { out, err } = await run(['-p', 'Hi']);
    assert.equal(out, 'Half of it.\n');
    assert.match(err, /Trying again \(2 of 4\)/);
  });

  it('asks no model whose price is not known while money is limited', async () => {
    for (const name of ['PROMPT', 'SESSION', 'DAY']) {
      const env = { [`POLLUX_BUDGET_${name}_MONEY`]: '1' };
      const { code, out, err } = await run(['-p', 'Hi', '-m', 'gemini-x', '--output-format', 'json'], { env });
      assert.equal(code, 53, err);
      const { error } = JSON.parse(out) as { error: { type: string; message: string; code: number } };
      assert.equal(error.type, 'unpriced');
      assert.match(error.message, new RegExp(`“POLLUX_BUDGET_${name}_MONEY”.*gemini-x.*Choose another model`));
      assert.equal(place.server.requests.length, 0);
    }
    assert.equal((await run(['-p', 'Hi', '-m', 'gemini-x'], { env: { POLLUX_BUDGET_DAY_TOKENS: '9999' } })).code, 0);
    assert.equal((await run(['-p', 'Hi'], { env: { POLLUX_BUDGET_DAY_MONEY: '1' } })).err, '');
  });

  it('uses the model that the flag or the environment names', async () => {
    await run(['-p', 'Hi', '-m', 'gemini-x']);
    await run(['-p', 'Hi'], { env: { GEMINI_MODEL: 'gemini-y' } });
    assert.deepEqual(
      place.server.requests.map(({ model }) => model),
      ['gemini-x', 'gemini-y'],
    );
  });

  it('knows its version and its flags', async () => {
    assert.match((await run(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
    assert.match((await run(['--help'])).out, /--approval-mode/);
  });
}).timeout(60_000);
