import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { emptyChat } from '../../../src/shared/chatState';
import type { AgentEvent } from '../../../src/shared/events';
import type { Part } from '../../../src/shared/messages';
import { expansionOf } from '../../../src/shared/partsText';
import { type PanelPage, settings, usePanel } from './panelPage';
import * as sample from './sampleChat';

/** What an icon draws, from where it comes. */
function outlineOf(name: string): string {
  const file = require.resolve(`@vscode/codicons/src/icons/${name}.svg`);
  return [...readFileSync(file, 'utf8').matchAll(/ d="([^"]+)"/g)].map(([, path]) => path).join('');
}

const { answer, begin, call, delta, results, started, state, text, thought, user } = sample;

describe('The conversation', () => {
  const open = usePanel();

  it('is a log of turns by You and Pollux, with a group for each call and its status as text', async () => {
    const panel = await open({ events: sample.sampleChat });
    const names = await panel.log
      .getByRole('article')
      .evaluateAll(list => list.map(turn => turn.getAttribute('aria-label')));
    assert.deepEqual(names, ['You', 'Pollux']);
    const groups = panel.log.getByRole('group');
    assert.deepEqual(
      await groups.evaluateAll(list => list.map(group => group.getAttribute('aria-label')).filter(Boolean)),
      ['Read src/queue/scheduler.ts', 'Search for "pending"', 'Edit src/queue/scheduler.ts', 'Run npm test'],
    );
    const status = (name: string) => panel.log.getByRole('group', { name }).locator('.tool-status-name').textContent();
    assert.equal(await status('Read src/queue/scheduler.ts'), 'Done');
    assert.equal(await status('Run npm test'), 'Failed');
  });

  it('shows what a command printed that the user ran, and says what a prompt asks for before it is sent', async () => {
    const ran: Part = {
      type: 'file',
      path: 'echo hi',
      text: 'hi from the shell\n',
      source: 'command',
      isMentioned: true,
    };
    const panel = await open({ events: [user('u1', '!echo hi', [ran]), user('u2', 'See @changes'), started] });
    const [first] = await panel.log.getByRole('article', { name: 'You', exact: true }).all();
    assert.match((await first?.innerText()) ?? '', /!echo hi\s+hi from the shell/);
    const proposal = { kind: 'command', command: 'git status --short', cwd: '/work' } as const;
    await panel.send({ type: 'approval-requested', approval: { callId: 'q1', proposal, remember: [] } });
    const question = panel.log.getByRole('group', { name: 'Run a command for your prompt', exact: true });
    assert.match(await question.innerText(), /^Run a command for your prompt\s+git status --short/);
  });

  it('shows a command as it was typed, and what was sent for it at a click', async () => {
    const parts = expansionOf('/review src/a.ts', [text('Look for bugs'), text('and for typos')]);
    const message = { role: 'user', id: 'u1', at: 0, parts } as const;
    const panel = await open({ events: [{ type: 'message', message }] });
    const turn = panel.log.getByRole('article', { name: 'You', exact: true });
    assert.match(await turn.innerText(), /^You\s+\/review src\/a\.ts\s+What was sent to the model$/);
    await turn.getByText('What was sent to the model').click();
    await turn.getByText('Look for bugs').waitFor();
    assert.match(await turn.locator('.output').innerText(), /^Look for bugs\s+and for typos$/);
  });

  it('has each command above its answer', async () => {
    const panel = await open({
      events: [
        sample.notice({ id: 'n1', level: 'info', text: 'No agents.', format: 'markdown', answers: '/agents' }),
        sample.notice({ id: 'n2', level: 'warning', text: 'No.', format: 'markdown', answers: '/chat <b>x\u202e' }),
      ],
    });
    await panel.log.getByText('No.', { exact: true }).waitFor();
    assert.deepEqual(await panel.log.locator('.notice').evaluateAll(all => all.map(each => each.textContent.trim())), [
      'Command: /agentsNote: No agents.',
      'Command: /chat <b>x\\u{202e}Warning: No.',
    ]);
  });

  it('opens what failed by itself and leaves the rest closed', async () => {
    const panel = await open({ events: sample.sampleChat });
    await panel.page.getByText('keeps a limit').waitFor();
    const read = panel.log.getByRole('button', { name: 'Read src/queue/scheduler.ts' });
    assert.equal(await read.getAttribute('aria-expanded'), 'false');
    await read.click();
    await panel.log.getByRole('group', { name: 'Read src' }).getByText('export class Scheduler {}').waitFor();
  });

  it('shows of each call the icon that it says, while it runs and after, whatever it is called', async () => {
    const panel = await open({
      events: [user('u1', 'Go'), started, ...answer('a1', call('c1', 'x'), call('c2', 'replace'))],
    });
    const drawn = (title: string) =>
      panel.log.getByRole('group', { name: title }).locator('.tool-head > .icon path').getAttribute('d');
    await panel.send(state('c1', 'executing', { name: 'x', title: 'Look', icon: 'search' }));
    await panel.send(state('c2', 'executing', { name: 'replace', title: 'Use it' }));
    const outlines = [outlineOf('search'), outlineOf('symbol-event')];
    assert.deepEqual([await drawn('Look'), await drawn('Use it')], outlines);
    const done = { status: 'success', content: '' } as const;
    const later = { callId: 'c2', name: 'replace', title: 'Use it', icon: 'constructor' as never };
    await panel.send(
      results('t1', { callId: 'c1', name: 'x', title: 'Look', icon: 'search', ...done }, { ...later, ...done }),
      sample.finished,
    );
    await panel.log.getByText('Done').nth(1).waitFor();
    assert.deepEqual([await drawn('Look'), await drawn('Use it')], outlines);
  });

  it('cuts the folders of a long path, never what is done nor the name of the file', async () => {
    const long = 'Edit packages/server/src/deep/folder/structure/scheduler.test.ts';
    const called = { callId: 'c1', name: 'replace', title: long, icon: 'edit' } as const;
    const done = { ...called, status: 'success', content: '', durationMs: 1 } as const;
    const panel = await open({
      width: 300,
      events: [user('u1', 'Go'), ...answer('a1', call('c1', 'replace')), results('t1', done)],
    });
    const title = panel.page.locator('.tool-title');
    assert.equal(await title.textContent(), long);
    const cut = await title
      .locator('span')
      .evaluateAll(pieces => pieces.map(piece => piece.scrollWidth > piece.clientWidth));
    assert.deepEqual(cut, [false, true, false, false]);
    assert.equal(await panel.log.getByRole('button', { name: `${long} Done`, exact: true }).count(), 1);
  });

  it('has parts of its own for each call, whenever that came', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
    for (const id of ['c1', 'c 2', 'c3']) {
      await panel.send({ type: 'part', messageId: 'a1', part: call(id, 'read_file') });
      await panel.send(state(id, 'error', { name: 'read_file', title: `Read ${id}`, error: `Not ${id}` }));
    }
    const heads = panel.page.locator('.tool-head');
    const named = await heads.evaluateAll(list => {
      const find = (element: Element, name: string) =>
        (element.getAttribute(name) ?? '').split(' ').map(id => document.getElementById(id));
      return list.map(head => [
        find(head, 'aria-controls')
          .map(body => body?.textContent)
          .join(),
        find(head, 'aria-labelledby').every(each => each?.closest('.tool') === head.closest('.tool')),
      ]);
    });
    assert.deepEqual(named, [
      ['Not c1', true],
      ['Not c 2', true],
      ['Not c3', true],
    ]);
  });

  it('colours output as the terminal does and drops every other escape sequence', async () => {
    const output =
      '\u001b]0;evil title\u0007a\u001b[31mred\u001b[0m\u001b]8;;http://evil.test\u0007link\u001b]8;;\u0007\u001b[2J\u009b1;1Hb\u0008';
    const panel = await open({
      events: [
        user('u1', 'Go'),
        ...answer('a1', call('c1', 'run_shell_command')),
        results('t1', {
          callId: 'c1',
          name: 'run_shell_command',
          title: 'Run x',
          status: 'error',
          content: '',
          display: { type: 'command', exitCode: 1, output },
        }),
      ],
    });
    assert.equal(await panel.page.locator('.output').textContent(), 'aredlinkb');
    assert.equal(await panel.page.locator('.output .ansi-red').textContent(), 'red');
  });

  it('shows the end of what a running command writes, and the beginning and end of long results', async () => {
    const long = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n');
    const panel = await open({
      events: [
        user('u1', 'Go'),
        started,
        begin('a1'),
        { type: 'part', messageId: 'a1', part: call('c1', 'run_shell_command') },
        state('c1', 'executing', { title: 'Run x', name: 'run_shell_command' }),
      ],
    });
    await panel.send({ type: 'tool-output', callId: 'c1', text: `${long}\n` });
    await panel.page.getByText('line 99').waitFor();
    assert.equal(await panel.page.getByText('line 12', { exact: true }).count(), 0);
    await panel.page.getByRole('status').getByText('Run x…').waitFor();
    await panel.send(
      { type: 'message-finished', messageId: 'a1', end: 'stop' },
      results('t1', {
        callId: 'c1',
        name: 'x',
        title: 'Run x',
        status: 'error',
        content: '',
        display: { type: 'text', text: long },
        errorType: 'x',
      }),
    );
    assert.equal(await panel.page.getByText('line 50', { exact: false }).count(), 0);
    await panel.page.getByRole('button', { name: /Show all \(100 lines/ }).click();
    await panel.page.getByText('line 50', { exact: false }).waitFor();
  });

  it('folds thoughts, says how long they took, and shows them on demand', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
    await panel.send({ type: 'part', messageId: 'a1', part: thought('**Reading the queue**\n\nFirst the list.') });
    await panel.page.getByText('Thinking: Reading the queue').waitFor();
    assert.equal(await panel.page.getByText('First the list.').count(), 0);
    await panel.send(delta('a1', 'Done.'));
    const summary = panel.page.getByText(/^Thought for /);
    await summary.click();
    await panel.page.getByText('First the list.').waitFor();
  });

  it('links files and addresses, and asks the host to open them', async () => {
    const panel = await open({ events: sample.sampleChat });
    await panel.page.getByRole('link', { name: 'src/queue/scheduler.ts:14' }).click();
    const notes = panel.page.getByRole('link', { name: 'the notes' });
    assert.equal(await notes.getAttribute('title'), 'https://example.com/notes');
    await notes.focus();
    await panel.page.keyboard.press('Enter');
    assert.deepEqual(panel.calls, [
      { method: 'openFile', args: ['src/queue/scheduler.ts', 14] },
      { method: 'openLink', args: ['https://example.com/notes'] },
    ]);
  });

  it('copies and inserts code as it was written, and copies whole answers as markdown', async () => {
    const panel = await open({
      events: [user('u1', 'Go'), ...answer('a1', text('See:\n\n```ts\nconst a = 1;\n\n  if (a) {}\n```\n'))],
    });
    await panel.page.locator('.code-block .hl-keyword').first().waitFor();
    await panel.button('Copy code').click();
    await panel.button('Insert at cursor').click();
    await panel.button('Copy answer').click();
    assert.deepEqual(panel.callsOf('insert'), [['const a = 1;\n\n  if (a) {}']]);
    assert.deepEqual(panel.callsOf('copy'), [
      ['const a = 1;\n\n  if (a) {}'],
      ['See:\n\n```ts\nconst a = 1;\n\n  if (a) {}\n```\n'],
    ]);
  });

  it('shows notices in their place with what can be done', async () => {
    const panel = await open({
      events: [
        user('u1', 'Go'),
        sample.notice({
          id: 'n1',
          level: 'error',
          text: 'The key was refused.',
          detail: 'Status 400',
          actions: ['setApiKey', 'retry', 'continue', 'selectModel', 'showLog', 'newChat'],
        }),
      ],
    });
    for (const name of ['Enter API key', 'Try again', 'Continue', 'Choose model', 'Show log'])
      await panel.log.getByRole('button', { name }).click();
    await panel.log.getByRole('button', { name: 'New chat' }).click();
    assert.deepEqual(panel.callsOf('act').flat(), [
      'setApiKey',
      'retry',
      'continue',
      'selectModel',
      'showLog',
      'newChat',
    ]);
    await panel.log.getByText('Details').click();
    await panel.log.getByText('Status 400').waitFor();
  });

  it('counts down to the next try, and begins the answer again', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1'), delta('a1', 'Lost text')] });
    await panel.send({
      type: 'retry',
      messageId: 'a1',
      attempt: 2,
      maxAttempts: 5,
      delayMs: 5000,
      at: Date.now() - 3_600_000, // the host is another machine, and its clock is an hour slow
      reason: 'The service is overloaded.',
    });
    await panel.log.getByText(/Trying again in [2-5] s \(attempt 2 of 5\)/).waitFor();
    assert.equal(await panel.log.getByText('Lost text').count(), 0);
    await panel.send(delta('a1', 'New text'));
    await panel.log.getByText('New text').waitFor();
    assert.equal(await panel.log.getByText('overloaded').count(), 0);
  });

  it('names the model that continues in place of another, and counts no tries of it', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
    const reason = 'The quota of this model is used up (429).';
    const retry = { type: 'retry', messageId: 'a1', attempt: 2, maxAttempts: 2, delayMs: 0, at: Date.now() } as const;
    await panel.send({ ...retry, reason, model: 'gemini-3.8-flash' });
    await panel.log.getByText(reason).waitFor();
    await panel.log.getByText('Continuing with gemini-3.8-flash.', { exact: true }).waitFor();
    assert.equal(await panel.log.getByText(/Trying again/).count(), 0);
    assert.equal(await panel.page.getByText('Waiting to try again').count(), 0);
  });

  it('says when an answer was stopped', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1'), delta('a1', 'Half an ans')] });
    await panel.send(
      { type: 'message-finished', messageId: 'a1', end: 'interrupted' },
      { type: 'run-finished', reason: 'cancelled', at: 0 },
    );
    await panel.log.getByText('Half an ans').waitFor();
    await panel.log.getByText('Stopped', { exact: true }).waitFor();
  });

  it('is whole again after a reload: the same text, calls and open question', async () => {
    const events: AgentEvent[] = [
      ...sample.sampleChat,
      user('u2', 'Go on'),
      started,
      begin('a9'),
      delta('a9', 'I will **edit** it.'),
      ...sample.asked('a9', 'replace', 'Edit x.ts', sample.editApproval('c9')),
    ];
    const streamed = await open({ events });
    const shown = async (panel: PanelPage) => (await panel.log.innerText()).replace(/Running.*/g, '');
    const restored = await open({ answersReady: false });
    const { applyEvent } = await import('../../../src/shared/applyEvent');
    await restored.send({ type: 'state', state: events.reduce(applyEvent, emptyChat('s1')), settings, draft: '' });
    await restored.page.getByText('One test still expects').waitFor();
    await restored.settled();
    assert.equal(
      (await shown(restored)).replace(/Thought\b.*/g, ''),
      (await shown(streamed)).replace(/Thought\b.*/g, ''),
    );
    await restored.button('Accept').click();
    assert.deepEqual(restored.callsOf('decide'), [['c9', { decision: 'accept' }]]);
  });

  it('empties for a new session', async () => {
    const panel = await open({ events: sample.sampleChat });
    await panel.send({ type: 'state', state: emptyChat('s2'), settings, draft: '' });
    assert.equal(await panel.log.getByRole('article').count(), 0);
    await panel.button('Run the tests and fix what fails').click();
    await panel.boxHolds('Run the tests and fix what fails');
  });

  it('mounts only the newest turns of a long history and shows earlier ones on demand, in place', async () => {
    const events = Array.from({ length: 120 }, (_, i) => [
      user(`u${i}`, `Question ${i}.`),
      ...answer(`a${i}`, text(`Answer ${i}.\n\nWith two paragraphs.`)),
    ]).flat();
    const panel = await open({ events });
    assert.equal(await panel.log.getByRole('article').count(), 50);
    await panel.page.getByText('Answer 119.').waitFor();
    await panel.log.evaluate(log => (log.scrollTop = 0));
    const place = () => panel.page.getByText('Question 95.').evaluate(element => element.getBoundingClientRect().top);
    const before = await place();
    await panel.button('Show earlier messages').click();
    await panel.page.waitForTimeout(500);
    assert.equal(await panel.log.getByRole('article').count(), 100);
    assert.ok(Math.abs((await place()) - before) < 60, `moved from ${before} to ${await place()}`);
  });
});
