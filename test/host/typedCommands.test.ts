import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { text } from '../support/gemini/replies';
import type { LivePollux } from './support/livePollux';
import { useLive } from './support/useLive';

const AGENT = '---\nname: reviewer\ndescription: Reads a diff\n---\nYou review.\n';
const COMMAND = 'description = "Greets"\nprompt = "Greet {{args}} warmly."\n';

describe('A command that is typed', () => {
  const window = useLive({
    homeFiles: { '.gemini/agents/reviewer.md': AGENT, '.gemini/commands/greet.toml': COMMAND },
    startsAnew: false,
  });

  before('have an answer', async () => {
    window().gemini.reply(text('I see.'));
    await window().ask('Look');
  });

  /** What each says in the chat; no model is asked. */
  const said: readonly [typed: string, palette: string, answer: RegExp][] = [
    ['/copy', 'Copy Last Answer', /The last answer was copied/],
    ['/stats session', '', /Tokens sent/],
    ['/help', 'Show Commands and Mentions', /\/compress/],
    ['/tools', 'List Tools', /read_file/],
    ['/agents', 'List Agents', /reviewer/],
    ['/mcp', 'List MCP Servers', /No MCP servers are configured/],
    ['/directory', 'Show Workspace Folders', /sample/],
    ['/memory show', 'Show Memory', /./],
    ['/memory refresh', 'Re-read Memory', /./],
    ['/extensions', '', /No extensions of Gemini CLI are installed/],
  ];
  for (const [line, palette, answer] of said) {
    it(`${line} answers in the chat${palette === '' ? '' : `, and so does “Pollux: ${palette}”`}`, async () => {
      const live = window();
      const asked = live.gemini.requests.length;
      let count = live.notices.length;
      await live.host.submit(line);
      await live.notice(answer, count);
      if (palette !== '') {
        count = live.notices.length;
        await live.command(palette);
        await live.notice(answer, count);
      }
      assert.equal(live.notices.length, count + 1);
      assert.equal(live.gemini.requests.length, asked);
    });
  }

  it('/copy puts the answer where it can be pasted', async () => {
    await vscode.env.clipboard.writeText('');
    await window().host.submit('/copy');
    assert.equal(await vscode.env.clipboard.readText(), 'I see.');
  });

  it('/greet is a command of a file, is offered with what it does, and is sent', async () => {
    const live = window();
    assert.deepEqual(await live.offers('/gre'), ['/greet Greets']);
    live.gemini.reply(text('Dear Ada!'));
    await live.ask('/greet Ada');
    assert.match(live.prompt, /Greet Ada warmly\./);
  });

  it('/nonsense says that it is none, and asks no model', async () => {
    const live = window();
    const asked = live.gemini.requests.length;
    await assert.rejects(live.host.submit('/nonsens'), /nonsens/);
    assert.equal(live.gemini.requests.length, asked);
  });

  /** Waits for what a command opens, and closes it. */
  type Opened = (live: LivePollux) => Promise<unknown>;
  const list =
    (row: RegExp): Opened =>
    async ({ ui }) => {
      const open = await ui.list();
      assert.match(open.rows.join('\n'), row);
      open.hide();
    };
  const message =
    (wanted: RegExp): Opened =>
    async ({ ui }) =>
      (await ui.message(wanted)).press();
  const box =
    (prompt: RegExp): Opened =>
    async ({ ui }) => {
      const open = await ui.input();
      assert.match(`${open.title} ${open.prompt} ${open.placeholder}`, prompt);
      open.hide();
    };
  const ran =
    (...wanted: string[]): Opened =>
    async ({ ui }) => {
      const found = await ui.until(`the command ${wanted[0]}`, () => ui.ran.find(([id]) => id === wanted[0]));
      assert.deepEqual(found, wanted);
      ui.ran.length = 0;
    };
  const opened: readonly [typed: string, palette: string, place: Opened, said: RegExp][] = [
    [
      '/settings',
      'Open Settings',
      ran('workbench.action.openSettings', '@ext:pollux-dev.pollux'),
      /The settings of Pollux were opened/,
    ],
    ['/hooks', 'Show Hooks', message(/hook/i), /No hooks are configured/],
    ['/policies', 'Explain How a Command Is Evaluated', box(/command/i), /Nothing was changed/],
    ['/mode', 'Select Mode', list(/Ask first/), /Nothing was changed/],
    ['/model', 'Select Model', list(/gemini/i), /Nothing was changed/],
    ['/chat', 'History', list(/Look/), /Nothing was changed/],
    ['/restore', 'Restore a Checkpoint', message(/checkpoint/i), /Nothing was changed/],
    ['/rewind', 'Go Back to an Earlier Prompt', list(/Look/), /Nothing was changed/],
    ['/skills', 'Show Context', ran('pollux.context.focus'), /Opened the Context view/],
    ['/about', 'Diagnose Sign-In', message(/Sign-in diagnosis/), /Pollux \d/],
  ];
  for (const [line, palette, place, answer] of opened) {
    it(`${line} opens what “Pollux: ${palette}” opens, and says in the chat what came of it`, async () => {
      const live = window();
      const count = live.notices.length;
      const typed = live.host.submit(line);
      await place(live);
      await typed;
      const notice = await live.notice(answer, count);
      assert.equal(notice.answers, line);
      const run = live.command(palette);
      await place(live);
      await run;
    });
  }

  it('/init has the model propose a memory file', async () => {
    const live = window();
    live.gemini.reply(text('I see.'));
    await live.ask('/init');
    assert.match(live.prompt, /GEMINI\.md/);
  });

  it('“Pollux: Remember…” writes into the memory of every chat', async () => {
    const live = window();
    const run = live.command('Remember…');
    (await live.ui.input()).enter('Ada likes tea');
    await live.notice(/Remembered in/);
    await run;
  });

  it('/clear begins a new chat', async () => {
    const live = window();
    const { sessionId } = live.panel.chat;
    await live.host.submit('/clear');
    await live.ui.until('a new chat', () => live.panel.chat.sessionId !== sessionId);
    assert.deepEqual(live.said('user'), []);
  });
});
