import assert from 'node:assert/strict';
import { themes } from '../../support/themes';
import { type PanelPage, usePanel } from './panelPage';
import { answer, asked, begin, call, editApproval, notice, results, started, state, text, user } from './sampleChat';

const lines = (count: number, width = 20) => Array.from({ length: count }, (_, i) => `${i} ${'x'.repeat(width)}`);

/** Everything that can be long, at once. */
const long = () => [
  user('u1', lines(60).join('\n')),
  ...answer('a1', text(`\`\`\`ts\n${lines(60, 300).join('\n')}\n\`\`\``), call('c1', 'run_shell_command')),
  results('t1', {
    callId: 'c1',
    name: 'run_shell_command',
    title: 'Run make',
    status: 'error',
    content: '',
    error: 'It failed.',
    display: { type: 'command', exitCode: 2, output: lines(500, 200).join('\n') },
  }),
  notice({ id: 'n1', level: 'error', text: 'Refused.', detail: lines(90, 300).join('\n') }),
  started,
  begin('a2'),
  { type: 'part', messageId: 'a2', part: call('c3', 'run_shell_command') } as const,
  state('c3', 'executing', { name: 'run_shell_command', title: 'Run watch' }),
  { type: 'tool-output', callId: 'c3', text: lines(90, 200).join('\n') } as const,
  ...asked('a2', 'replace', 'Edit src/queue/scheduler.ts', {
    ...editApproval('c2'),
    proposal: {
      kind: 'edit',
      path: 'src/queue/scheduler.ts',
      isNew: false,
      added: 60,
      removed: 0,
      isCut: true,
      diff: `@@ -1,0 +1,60 @@\n${lines(60, 300)
        .map(line => `+${line}`)
        .join('\n')}`,
    },
  }),
];

/** The elements with a scrollbar of their own, by the direction that they scroll in. */
const bars = (panel: PanelPage) =>
  panel.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('*')].flatMap(element => {
      const { borderLeftWidth, borderRightWidth, borderTopWidth, borderBottomWidth, overflowX, overflowY } =
        getComputedStyle(element);
      const across =
        element.offsetWidth - element.clientWidth - parseFloat(borderLeftWidth) - parseFloat(borderRightWidth);
      const down =
        element.offsetHeight - element.clientHeight - parseFloat(borderTopWidth) - parseFloat(borderBottomWidth);
      const scrollsDown = element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(overflowY);
      const scrollsAcross = element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(overflowX);
      const name = `${element.tagName}.${element.className}`;
      return [
        ...(scrollsDown ? [{ name, direction: 'down', room: across }] : []),
        ...(scrollsAcross ? [{ name, direction: 'across', room: down }] : []),
      ];
    }),
  );

describe('Scrollbars', () => {
  const open = usePanel();

  it('are one for each direction, thin, however much there is to show', async () => {
    for (const width of [240, 380, 900]) {
      const panel = await open({ width, events: long() });
      await panel.log.getByText('Waiting for approval').waitFor();
      for (const summary of await panel.log.locator('summary').all()) await summary.click();
      const more = panel.log.getByRole('button', { name: /^(?:Show all|\+\d+ more)/ });
      while ((await more.count()) > 0) await more.first().click();
      await panel.settled();
      const found = await bars(panel);
      assert.deepEqual(
        found.filter(({ direction }) => direction === 'down').map(({ name }) => name),
        ['DIV.log'],
        `${width} px`,
      );
      for (const { name, room } of found) assert.ok(room > 0 && room <= 10, `${name} has a bar of ${room} px`);
    }
  });

  it('leave cards in line with the message box, whether there is one or not', async () => {
    const panel = await open({ events: [user('u1', 'Hello'), ...answer('a1', text('Hi.'))] });
    const edges = async () => {
      const turn = (await panel.log.getByRole('article', { name: 'You' }).first().boundingBox())!;
      const box = (await panel.page.locator('.composer-box').boundingBox())!;
      return { left: turn.x - box.x, right: box.x + box.width - (turn.x + turn.width) };
    };
    const short = await edges();
    assert.equal(short.left, short.right);
    await panel.send(...long());
    assert.deepEqual(await edges(), short);
  });

  it('have the colours of any theme', async () => {
    const panel = await open({ events: long() });
    for (const theme of Object.values(themes)) {
      await panel.changeTheme(theme);
      const color = await panel.log.evaluate(log => getComputedStyle(log, '::-webkit-scrollbar-thumb').backgroundColor);
      const wanted = await panel.page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.backgroundColor = 'var(--vscode-scrollbarSlider-background)';
        const { backgroundColor } = getComputedStyle(probe);
        probe.remove();
        return backgroundColor;
      });
      assert.equal(color, wanted, theme.name);
    }
  });
});

describe('Keys that scroll', () => {
  const open = usePanel();
  const top = (panel: PanelPage) => panel.log.evaluate(log => log.scrollTop);

  it('move the conversation from anywhere in the panel, and never go on to the window around it', async () => {
    const panel = await open({
      height: 400,
      events: [user('u1', 'Go'), ...answer('a1', text(lines(90).join('\n\n')))],
    });
    await panel.page.evaluate(() =>
      addEventListener('keydown', event => {
        if (!event.defaultPrevented)
          document.body.dataset.leaked = `${document.body.dataset.leaked ?? ''} ${event.key}`;
      }),
    );
    for (const place of [panel.log, panel.button('Attach'), panel.log.getByRole('article', { name: 'Pollux' })]) {
      await place.focus();
      await panel.page.keyboard.press('Home');
      assert.equal(await top(panel), 0);
      await panel.page.keyboard.press('PageDown');
      assert.ok((await top(panel)) > 100, `${await top(panel)} ${String(place)}`);
      for (const key of ['End', 'End', 'PageDown', 'ArrowDown', 'Home', 'PageUp', 'ArrowUp'])
        await panel.page.keyboard.press(key);
      assert.equal(await top(panel), 0);
      await panel.page.keyboard.press('End');
      assert.ok((await panel.log.evaluate(log => log.scrollHeight - log.clientHeight - log.scrollTop)) < 2);
    }
    assert.equal(await panel.page.evaluate(() => document.body.dataset.leaked), undefined);
  });

  it('page through the conversation from the message box, whose own keys stay as they are', async () => {
    const panel = await open({
      height: 400,
      events: [user('u1', 'Go'), ...answer('a1', text(lines(90).join('\n\n')))],
    });
    await panel.box.fill('one two');
    const end = await top(panel);
    await panel.page.keyboard.press('PageUp');
    assert.ok((await top(panel)) < end);
    const before = await top(panel);
    await panel.page.keyboard.press('Home');
    await panel.page.keyboard.type('zero ');
    await panel.page.keyboard.press('End');
    await panel.page.keyboard.type(' three');
    assert.equal(await panel.box.inputValue(), 'zero one two three');
    assert.equal(await top(panel), before);
  });
});
