import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { capabilities } from '../../package.json';
import { call, text } from '../support/gemini/replies';
import { useLive } from './support/useLive';

const run = (command: string) => call('run_shell_command', { command });
const SECRET = 'zqT7vKp2Xw9Lm4Rb8Nc3Hd6Yf1Gs5J';

describe('What may be done', () => {
  const window = useLive({
    files: { 'readme.txt': 'Read me\n', 'build/old.txt': 'old\n', '.env': `SERVICE_TOKEN=${SECRET}\n` },
    settings: { 'webFetch.allowedHosts': ['127.0.0.1'] },
  });
  const pages = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hello</title><p>From the page.</p>');
  });
  before('start a server of pages', () => new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve)));
  after('stop it', () => pages.close());
  const outputs = () => window().gemini.requests.at(-1)!.toolOutputs;
  const reject = async () => {
    const { callId } = await window().approval();
    await window().host.decide(callId, { decision: 'reject' });
  };

  it('is asked with what a command touches, inside and outside, and why', async () => {
    const live = window();
    live.gemini
      .reply(run('cp readme.txt ../copy.txt && rm -r build && curl https://example.com/'))
      .reply(text('Pity.'));
    const asking = live.ask('Tidy up');
    const { effects, reason } = await live.approval();
    assert.deepEqual(effects?.writes, [{ path: join(live.workspace, '../copy.txt'), isOutside: true }]);
    assert.deepEqual(
      effects.deletes.map(({ path, isOutside }) => [path, isOutside]),
      [['build', false]],
    );
    assert.deepEqual(effects.network, ['example.com']);
    assert.match(reason ?? '', /^(?:This can destroy data permanently|It reaches outside the workspace):/);
    await reject();
    await asking;
  });

  it('needs no second question where the person left a rule, but only for that', async () => {
    const live = window();
    live.gemini
      .reply(run('touch one.txt'))
      .reply(run('touch one.txt'))
      .reply(run('touch ../three.txt'))
      .reply(text('Done.'));
    const asking = live.ask('Make files');
    const { callId, remember } = await live.approval();
    const choice = remember.find(({ scope, rule }) => scope === 'folder' && rule === 'command = "touch one.txt"');
    assert.ok(choice, JSON.stringify(remember));
    await live.host.decide(callId, { decision: 'accept', remember: choice.id });
    const third = await live.ui.until('the third', () => {
      const [open] = live.panel.chat.approvals;
      return open && open.callId !== callId && open;
    });
    assert.match(JSON.stringify(third.proposal), /touch \.\.\/three\.txt/);
    assert.equal(await live.readFile('one.txt'), '');
    await reject();
    await asking;
    assert.deepEqual(live.ui.messages, []);
  });

  it('can be explained without doing it', async () => {
    const { ui } = window();
    const explaining = window().command('Explain How a Command Is Evaluated');
    const box = await ui.input();
    assert.equal(box.placeholder, 'git push --force && rm -rf build');
    box.enter('touch one.txt && bash -c "rm -rf /"');
    await explaining;
    const [, page] = ui.ran.findLast(([id]) => id === 'markdown.showPreview') ?? [];
    const text = (await vscode.workspace.openTextDocument(page as vscode.Uri)).getText();
    assert.match(text, /^#+ .*Asked about$/m);
    assert.match(text, /^\|.*Allowed.*touch one.*rules.*toml/m);
    assert.match(text, /^\|.*Asked about.*rm -rf/m);
  });

  it('reads a page from the web once the person has agreed', async () => {
    const live = window();
    const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/page`;
    live.gemini.reply(call('web_fetch', { url })).reply(text('It says hello.'));
    const asking = live.ask('Read that');
    const { callId } = await live.approval();
    assert.equal(live.panel.chat.calls[callId]?.title, `Fetch ${url}`);
    await live.accept();
    await asking;
    assert.match(outputs().join(''), /# Hello\n\nFrom the page\./);
  });

  it('reads no page of this machine that no setting names', async () => {
    const live = window();
    live.gemini.reply(call('web_fetch', { url: 'http://[::1]:80/' })).reply(text('Not allowed.'));
    await live.ask('Read that');
    assert.match(outputs().join(''), /is not a public host/);
  });

  it('reads and writes nothing outside the workspace', async () => {
    const live = window();
    live.gemini
      .reply(
        call('read_file', { file_path: '/etc/passwd' }),
        call('read_file', { file_path: '../../secret.txt' }),
        call('write_file', { file_path: '/tmp/outside.txt', content: 'x' }),
      )
      .reply(text('I could not.'));
    await live.ask('Look outside');
    const results = live.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['error', 'error', 'error'],
    );
    for (const output of outputs()) assert.match(output, /workspace/i);
    assert.ok(!existsSync('/tmp/outside.txt'));
  });

  it('opens a link only after its full address was shown', async () => {
    const { host, ui } = window();
    const full = 'https://example.com/a/rather/long/path?with=a&query=too#and-a-fragment';
    const opening = host.openLink(full);
    const question = await ui.message('Open this address?');
    assert.deepEqual([question.isModal, question.detail], [true, full]);
    question.press();
    await opening;
    for (const other of ['command:workbench.action.newWindow', 'javascript:alert(1)']) await host.openLink(other);
    assert.deepEqual([ui.opened, ui.messages], [[], []]);
  });

  it('sends no secret before the user was asked, whatever becomes of the panel', async () => {
    const live = window();
    const sent = live.gemini.requests.length;
    const sending = live.ask(`Use ${SECRET}`);
    await live.approval();
    await live.host.ready(); // a panel that was made again
    const { proposal } = await live.approval();
    assert.deepEqual(proposal, { kind: 'leak', secrets: ['the value of SERVICE_TOKEN in .env'] });
    await reject();
    await sending;
    const notice = await live.notice(/^Nothing was sent to the model/);
    assert.equal(notice.level, 'error');
    assert.equal(live.gemini.requests.length, sent);
    live.gemini.reply(text('Without it.'));
    const again = live.ask('Again');
    const { callId } = await live.approval();
    await live.host.decide(callId, { decision: 'accept', answers: ['redact'] });
    await again;
    assert.equal(live.said('assistant').at(-1), 'Without it.');
    assert.doesNotMatch(JSON.stringify(live.gemini.requests.at(-1)?.body), new RegExp(SECRET));
  });
});

describe('In a folder that is not trusted', () => {
  const window = useLive({ files: { 'inside.txt': 'inside\n' }, isTrusted: false });

  it('the panel is told so; reading works, changes and commands are denied', async () => {
    const live = window();
    assert.equal(capabilities.untrustedWorkspaces.supported, 'limited', 'VS Code starts it there');
    assert.equal(live.panel.settings?.isTrusted, false);
    live.gemini
      .reply(
        call('read_file', { file_path: 'inside.txt' }),
        call('write_file', { file_path: 'inside.txt', content: 'changed\n' }),
        call('run_shell_command', { command: 'touch made.txt' }),
      )
      .reply(text('I may only read.'));
    await live.ask('Change it');
    const results = live.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.deepEqual(
      results.map(({ status, title }) => [status, title]),
      [
        ['success', 'Read inside.txt'],
        ['error', 'Write inside.txt'],
        ['error', 'Run touch made.txt'],
      ],
    );
    assert.match(results[2]?.error ?? '', /The workspace isn’t trusted\./);
    const [read, write, command] = live.gemini.requests.at(-1)!.toolOutputs;
    assert.match(read ?? '', /inside/);
    for (const output of [write, command]) assert.match(output ?? '', /not trusted/);
    assert.equal(await live.readFile('inside.txt'), 'inside\n');
    assert.ok(!existsSync(join(live.workspace, 'made.txt')));
  });
});
