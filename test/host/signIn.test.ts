import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from '../support/gemini/replies';
import { GeminiServer } from '../support/geminiServer';
import { useLive } from './support/useLive';
import { workspaceFolder } from './window';

describe('Signing in', () => {
  const dataOfServer = dirname(process.env.HOME ?? '');
  let workspace: string;
  let copy: string;
  before('keep what the demo changes', async () => {
    workspace = await workspaceFolder();
    copy = await mkdtemp(join(tmpdir(), 'copy-'));
    await cp(workspace, copy, { recursive: true });
  });
  after('put it back', async () => {
    await cp(join(copy, 'src'), join(workspace, 'src'), { recursive: true });
    await rm(copy, { recursive: true });
  });
  const window = useLive({ server: { apiKey: 'good-key' }, env: { GEMINI_API_KEY: '' } });

  const enterKey = async (key: string) => {
    const live = window();
    const acting = live.host.act('setApiKey');
    const box = await live.ui.input();
    assert.ok(box.password);
    box.enter(key);
    await acting;
  };
  const hasSignIn = (wanted: string) =>
    window().ui.until(`a sign-in with ${wanted}`, () => window().panel.settings?.signIn === wanted);

  it('says so when a prompt is sent without a key, and offers to enter one', async () => {
    const live = window();
    await hasSignIn('none');
    await live.ask('Hello');
    const notice = await live.notice(/^No API key is set up yet\./);
    assert.ok(notice.actions?.includes('setApiKey'));
    assert.equal(live.gemini.requests.length, 0);
    const acting = live.host.act('setApiKey');
    (await live.ui.input()).hide();
    await acting;
    await hasSignIn('none');
  });

  it('takes a key, says when it is wrong, and goes on with the next one', async () => {
    const live = window();
    await enterKey('bad-key');
    await hasSignIn('key');
    await live.ask('Hello');
    const notice = await live.notice(/didn’t accept the API key/);
    assert.deepEqual(notice.actions?.slice(0, 1), ['setApiKey']);
    await enterKey('good-key');
    live.gemini.reply(text('Welcome.'));
    await live.host.act('retry');
    await live.ui.until('the answer', () => live.said('assistant').includes('Welcome.'));
    await live.finished();
    for (const request of live.gemini.requests) request.refused = undefined; // the wrong key was meant to be refused
  });

  it('forgets the key on signing out', async () => {
    await window().command('Sign Out');
    await hasSignIn('none');
    assert.deepEqual([...window().secrets.kept.values()].join(), '');
  });

  it('plays a demo that says that it is one, to its end', async function () {
    this.timeout(60_000); // it writes as slowly as a model
    const live = window();
    await live.host.startDemo();
    await hasSignIn('demo');
    const before = await live.readFile('src/cart.js');
    await live.host.submit('Start the tour');
    const edit = await live.accept();
    assert.equal(live.panel.chat.calls[edit.callId]?.title, 'Edit src/cart.js');
    const tests = await live.ui.until('the tests', () =>
      live.panel.chat.approvals.find(each => each.callId !== edit.callId),
    );
    assert.equal(live.panel.chat.calls[tests.callId]?.title, 'Run node --test');
    assert.notEqual(await live.readFile('src/cart.js'), before);
    await live.accept();
    await live.ui.until('the end', () => live.said('assistant').at(-1)?.includes('All 4 tests pass.'));
    await live.finished();
  });

  it('leaves the demo for a key that is entered in its banner', async () => {
    const live = window();
    await enterKey('good-key');
    await hasSignIn('key');
    live.gemini.reply(text('The real thing.'));
    await live.ask('Hello');
    assert.equal(live.said('assistant').at(-1), 'The real thing.');
  });

  it('offers every way to sign in', async () => {
    const run = window().command('Sign In');
    const list = await window().ui.list();
    for (const way of [
      'Enter a Gemini API key',
      'Sign in with Google',
      'Use Vertex AI',
      'Try the demo, without a key',
    ]) {
      assert.ok(
        list.rows.some(row => row.startsWith(way)),
        `${way} in ${list.rows.join()}`,
      );
    }
    list.hide();
    await run;
  });

  it('says what a sign-in with Google needs where no client is set', async () => {
    const run = window().command('Sign In');
    (await window().ui.list()).pick(/^Sign in with Google/);
    (await window().ui.message(/you need your own OAuth client/)).press();
    await run;
  });

  it('names the hop that fails, and no key', async () => {
    const live = window();
    const closed = new GeminiServer({});
    await closed.listen();
    const { url } = closed;
    await closed.close();
    const diagnose = async (address: string) => {
      await live.configure({ baseUrl: address });
      const run = live.command('Diagnose Sign-In');
      const { detail, isModal, press } = await live.ui.message('Sign-in diagnosis');
      press();
      await run;
      assert.ok(isModal);
      assert.ok(detail.includes(`✓ Address: ${address}`), detail);
      return detail;
    };
    const failing = await diagnose(url);
    assert.match(failing, /✓ Sign-in: Gemini API key, kept by Pollux\s[^]*✓ Credentials: An API key\s*✗ Model: /);
    assert.doesNotMatch(failing, /good-key/);
    assert.match(await diagnose(live.gemini.url), /✓ Model: /);
  });

  it('leaves no key in any file: not in logs, chats, checkpoints or what the editor keeps', async () => {
    const { home } = window();
    const folders = [dataOfServer, home, workspace];
    const entries = await Promise.all(folders.map(each => readdir(each, { recursive: true, withFileTypes: true })));
    const files = entries.flat().filter(entry => entry.isFile());
    const contents = await Promise.all(
      files.map(async ({ parentPath, name }) => ({
        path: join(parentPath, name),
        text: await readFile(join(parentPath, name), 'latin1').catch(() => ''), // gone meanwhile
      })),
    );
    const having = (words: string[]) => contents.filter(({ text }) => words.some(word => text.includes(word)));
    assert.ok(having(['Start the tour']).length > 0, 'the chats are among them');
    assert.ok(having(['Sign-in diagnosis']).length > 0, 'the log is among them');
    assert.deepEqual(
      having(['good-key', 'bad-key']).map(({ path }) => path),
      [],
    );
  });
});
