import assert from 'node:assert/strict';
import type { Settings } from '../../support/vscode/settings';
import { Chat } from './chat';
import { Editors } from './editors';
import { eventually } from './eventually';
import type { PolluxWindow } from './openPollux';

type Window = Pick<PolluxWindow, 'page' | 'panel' | 'openPanel' | 'command'>;

/** Clears what tests have left in a window, as a user would: editors, terminals, messages, and what is under review. */
export async function clearWindow(window: Window): Promise<void> {
  const { page, command } = window;
  for (const question of ['.quick-input-widget:visible', '.monaco-dialog-box']) {
    if ((await page.locator(question).count()) > 0) await page.keyboard.press('Escape');
    await page.locator(question).waitFor({ state: 'detached' });
  }
  await new Editors(page).closeAll();
  if ((await page.locator('.part.panel:visible').count()) > 0) {
    await command('Terminal: Kill All Terminals');
    if ((await page.locator('.part.panel:visible').count()) > 0) await command('View: Hide Panel');
  }
  if ((await underReview(window).count()) > 0) {
    await command('Pollux: Keep All Changes');
    await underReview(window).waitFor({ state: 'detached' });
  }
  if ((await toasts(window).count()) > 0) await command('Notifications: Clear All Notifications');
}

/** Begins a new chat. Throws where the window, cleared before, is still not like one that has just been opened. */
export async function beginAnew(window: Window, settings: Settings): Promise<void> {
  const { page, panel } = window;
  const chat = new Chat(window);
  await chat.startAnew();
  await chat.message.fill('');
  await hideOtherViews(window);
  const leftovers = {
    editors: page.locator('.part.editor').getByRole('tab'),
    'a question': page.locator('.quick-input-widget:visible, .monaco-dialog-box'),
    messages: toasts(window),
    'a panel': page.locator('.part.panel:visible'),
    'other views': otherViews(window),
    'changes to review': underReview(window),
    turns: chat.conversation.getByRole('article'),
    attachments: panel().getByRole('list', { name: 'Attachments' }),
    'queued prompts': panel().getByRole('group', { name: 'Queued prompt' }),
  };
  const mode = panel().getByRole('combobox', { name: 'Mode', exact: true });
  const usualMode = settings['pollux.review'] === 'after' ? 'autoEdit' : 'default';
  await eventually(async () => {
    for (const [name, locator] of Object.entries(leftovers)) {
      assert.equal(await locator.count(), 0, `${name} stayed from the tests before`);
    }
    assert.equal(await mode.inputValue(), usualMode, 'the mode stayed from the tests before');
  });
}

const toasts = ({ page }: Window) => page.locator('.notifications-toasts .notification-toast');

const underReview = ({ page }: Window) => page.locator('.statusbar-item').filter({ hasText: 'reviewed' });

/** Hides the views beside the chat, which come back when a command asks for them. */
export async function hideOtherViews(window: Window): Promise<void> {
  const views = otherViews(window);
  for (let left = await views.count(); left > 0; left--) {
    await views.first().click({ button: 'right' });
    // A menu that has just opened takes no click.
    await window.page.getByRole('menuitem', { name: /^Hide / }).hover();
    await window.page.keyboard.press('Enter');
    await views.nth(left - 1).waitFor({ state: 'detached' });
  }
}

const otherViews = ({ page }: Window) =>
  page.locator('.part.sidebar .pane-header').filter({ hasText: /Context|Changes|Runs/ });
