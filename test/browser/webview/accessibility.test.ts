import assert from 'node:assert/strict';
import { themes } from '../../support/themes';
import { agentsAtWork } from './agentChat';
import { type PanelOptions, type PanelPage, usePanel } from './panelPage';
import { violationsIn } from './panelViolations';
import {
  asked,
  begin,
  call,
  commandApproval,
  editApproval,
  notice,
  sampleChat,
  started,
  state,
  user,
} from './sampleChat';
import { serverForm, serverPage, serverSampling } from './serverQuestions';

const waiting = [user('u1', 'Do it'), started, begin('a1')];
const edit = asked('a1', 'replace', 'Edit a.ts', editApproval('c1'));

const scenes: Readonly<Record<string, PanelOptions>> = {
  'a conversation': {
    height: 1900,
    events: [
      ...sampleChat,
      notice({ id: 'n1', level: 'error', text: 'Refused.', detail: '400', actions: ['setApiKey', 'showLog'] }),
      notice({ id: 'n2', level: 'warning', text: 'Used up.', actions: ['selectModel'] }),
      notice({ id: 'n3', level: 'info', text: 'Shortened.' }),
    ],
  },
  'an empty panel': {},
  'a panel without a key': { settings: { signIn: 'none' } },
  'the demo in a restricted window': { settings: { signIn: 'demo', isTrusted: false, mode: 'yolo' } },
  'open questions': {
    height: 1600,
    settings: { attachments: [{ id: '1', label: 'a.ts', path: 'src/a.ts' }] },
    events: [
      ...waiting,
      ...edit,
      ...asked('a1', 'x', 'Run x', commandApproval('c2', 'npm \u202etest')),
      ...asked('a1', 'x', 'Edit b.ts', editApproval('c3', { conflict: { canMerge: true } })),
    ],
  },
  'what servers ask': {
    height: 1800,
    events: [
      ...waiting,
      ...[serverForm, serverPage, serverSampling].map((proposal, i) => ({
        type: 'approval-requested' as const,
        approval: { callId: `q${i}`, proposal, remember: [] },
      })),
    ],
  },
  'agents at work': { height: 1200, events: agentsAtWork },
  'a command that waits for a password': {
    events: [
      ...waiting,
      { type: 'part', messageId: 'a1', part: call('c1', 'run_shell_command') },
      state('c1', 'executing', { title: 'Run x', name: 'run_shell_command' }),
      { type: 'tool-output', callId: 'c1', text: 'Password: ' },
      { type: 'tool-input', callId: 'c1', awaited: 'secret' },
    ],
  },
};

describe('Accessibility', () => {
  const open = usePanel();

  async function violations(panel: PanelPage): Promise<string[]> {
    await panel.page.waitForTimeout(200);
    return violationsIn(panel);
  }

  for (const [scene, options] of Object.entries(scenes)) {
    it(`has nothing to complain of, says axe, in any theme: ${scene}`, async function () {
      this.timeout(120_000);
      const panel = await open(options);
      const expectNone = async (what: string) => {
        for (const [name, theme] of Object.entries(themes)) {
          await panel.changeTheme(theme);
          assert.deepEqual(await violations(panel), [], `${what} (${name})`);
        }
      };
      await expectNone(scene);
      if (scene !== 'a conversation') return;
      await panel.page.keyboard.press('Control+f');
      await panel.page.keyboard.type('scheduler');
      await expectNone('finding');
    });
  }

  it('keeps text readable in colors that a theme chose for icons', async () => {
    const lightModern = {
      ...themes.light,
      variables: {
        ...themes.light.variables,
        '--vscode-problemsWarningIcon-foreground': '#bf8803',
        '--vscode-errorForeground': '#f85149',
      },
    };
    for (const scene of ['a conversation', 'open questions']) {
      const panel = await open({ ...scenes[scene], theme: lightModern });
      assert.deepEqual(await violations(panel), [], scene);
    }
  });

  it('never scrolls sideways, from 200 to 1200 pixels, also at 200 % zoom and in forced colours', async function () {
    this.timeout(120_000);
    for (const width of [200, 300, 1200]) {
      for (const [scene, options] of Object.entries(scenes)) {
        const panel = await open({ ...options, width, zoom: width === 300 ? 2 : 1, forcedColors: width === 200 });
        const over = await panel.page.evaluate(() => {
          const log = document.querySelector('[role=log]')!;
          return [document.documentElement.scrollWidth - innerWidth, log.scrollWidth - log.clientWidth];
        });
        assert.deepEqual(over, [0, 0], `${scene} at ${width}`);
        await panel.close();
      }
    }
  });

  it('lets everything be reached and done by keyboard, with a visible focus', async () => {
    const panel = await open({ events: [...waiting, ...edit] });
    await panel.page.waitForTimeout(600);
    const seen: string[] = [];
    for (let i = 0; i < 25; i++) {
      await panel.page.keyboard.press('Tab');
      const focused = await panel.page.evaluate(() => {
        const outer = document.activeElement;
        const inner = outer?.shadowRoot?.activeElement ?? outer;
        const style = inner && getComputedStyle(inner);
        const box = outer?.closest('.composer-box, vscode-text-field');
        const hasRing = style?.outlineStyle !== 'none' || Boolean(box);
        return `${outer?.getAttribute('aria-label') ?? outer?.textContent.trim().slice(0, 30) ?? ''}${hasRing ? '' : ' (no ring)'}`;
      });
      if (seen.includes(focused)) break;
      seen.push(focused);
    }
    for (const name of [
      'New chat',
      'History',
      'Conversation',
      'Accept',
      'Reject',
      'Always allow…',
      'Open diff',
      'Reason for rejecting (optional)',
      'Message',
      'Attach',
      'Mode',
      'Model',
      'Stop',
    ]) {
      assert.ok(
        seen.some(label => label === name),
        `${name} in ${seen.join(', ')}`,
      );
    }
  });

  it('announces what happened, in summaries, never the words of an answer', async () => {
    const panel = await open({ events: [user('u1', 'Hi'), started, begin('a1')] });
    const live = () => panel.page.locator('[aria-live=polite], [aria-live=assertive]').allTextContents();
    await panel.send({ type: 'delta', messageId: 'a1', text: 'Many words. ' });
    assert.deepEqual(await live(), ['', '']);
    await panel.send(
      { type: 'message-finished', messageId: 'a1', end: 'stop' },
      { type: 'run-finished', reason: 'done', at: 0 },
    );
    await panel.page.waitForFunction(
      () => document.querySelector('[aria-live=polite]')?.textContent === 'Pollux has finished.',
    );
    await panel.send(notice({ id: 'n1', level: 'error', text: 'The key was refused.' }));
    await panel.page.waitForFunction(
      () => document.querySelector('[aria-live=assertive]')?.textContent === 'The key was refused.',
    );
  });

  it('announces the end of each answer anew, though the words are the same', async () => {
    const panel = await open({ events: [user('u1', 'Hi'), started] });
    const said = panel.page.locator('[aria-live=polite] > span', { hasText: 'Pollux has finished.' });
    const end = { type: 'run-finished', reason: 'done', at: 0 } as const;
    await panel.send(end);
    await said.evaluate(element => element.classList.add('first'));
    await panel.send(started);
    await panel.send(end);
    // What a screen reader notices: text in an element that had none before.
    await said.and(panel.page.locator(':not(.first)')).waitFor({ state: 'attached' });
  });

  it('says in its status what the agent is doing', async () => {
    const panel = await open({ events: [user('u1', 'Hi'), started, begin('a1')] });
    const status = panel.page.getByRole('status');
    await status.getByText('Thinking…').waitFor();
    await panel.send({ type: 'delta', messageId: 'a1', text: 'Words' });
    await status.getByText('Writing…').waitFor();
    await panel.send({ type: 'run-finished', reason: 'done', at: 0 });
    await panel.page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === '');
  });
});
