import assert from 'node:assert/strict';
import type { Completion, CompletionKind } from '../../../src/shared/protocol';
import { themes } from '../../support/themes';
import { type PanelPage, usePanel } from './panelPage';
import { violationsIn } from './panelViolations';

const COMMANDS: readonly Completion[] = [
  ['chat', 'Save, list, resume or delete chats', 'save|list|resume|delete NAME'],
  ['clear', 'Start a new chat'],
  ['compress', 'Summarize the conversation so far to make room in the context window'],
  ['git:review', 'Review what is staged, with the rules of this project'],
  ['help', 'List the commands and @ mentions'],
].map(([name = '', detail = '', hint]) => ({
  kind: 'command',
  insert: `/${name} `,
  label: `/${name}`,
  detail,
  ...(hint !== undefined && { hint }),
}));

const MENTIONS: readonly Completion[] = [
  { kind: 'source', insert: '@selection ', label: '@selection', detail: 'The selection in the editor' },
  { kind: 'source', insert: '@changes ', label: '@changes', detail: 'What git says was changed' },
  { kind: 'folder', insert: '@src/', label: 'src/', isOpen: true },
  { kind: 'file', insert: '@src/components/composer.tsx ', label: 'composer.tsx', detail: 'src/components' },
  { kind: 'file', insert: '@my\\ notes.md ', label: 'my notes.md' },
];

/** As many as a project has. */
const MANY: readonly Completion[] = Array.from({ length: 50 }, (_, i) => ({
  kind: 'file',
  insert: `@src/part-${i}.ts `,
  label: `part-${i}.ts`,
  detail: 'src',
}));

const offers = (kind: CompletionKind, typed: string): readonly Completion[] =>
  (kind === 'command' ? COMMANDS : MENTIONS).filter(({ insert }) => insert.slice(1).includes(typed));

describe('The lists at / and @', () => {
  const openPanel = usePanel();
  const open = async (...options: Parameters<typeof openPanel>): Promise<PanelPage> => {
    const panel = await openPanel(...options);
    panel.offers = offers;
    return panel;
  };
  const list = ({ page }: PanelPage, name: string) => page.getByRole('listbox', { name });
  const options = ({ page }: PanelPage) => page.getByRole('listbox').getByRole('option');
  const chosen = ({ page }: PanelPage) => page.getByRole('listbox').getByRole('option', { selected: true });
  const isOpen = async (panel: PanelPage) => (await panel.page.getByRole('listbox').count()) > 0;

  it('open with a slash that begins the text, and are walked with the arrows', async () => {
    const panel = await open();
    await panel.box.pressSequentially('/');
    await list(panel, 'Commands').waitFor();
    assert.match(await chosen(panel).innerText(), /^\/chat/);
    await panel.box.press('ArrowUp');
    assert.match(await chosen(panel).innerText(), /^\/help/);
    await panel.box.press('ArrowDown');
    await panel.box.press('ArrowDown');
    assert.match(await chosen(panel).innerText(), /^\/clear/);
    const active = await panel.box.getAttribute('aria-activedescendant');
    assert.equal(active, await chosen(panel).getAttribute('id'));
    await panel.box.press('Tab');
    assert.equal(await panel.box.inputValue(), '/clear ');
    assert.equal(await isOpen(panel), false);
    assert.deepEqual(panel.calls, []);
    await panel.box.press('Enter');
    assert.deepEqual(panel.callsOf('submit'), [['/clear']]);
  });

  it('narrow down with each key, take Enter, and leave it to Send where all is typed', async () => {
    const panel = await open();
    await panel.box.pressSequentially('/rev');
    await panel.page.getByRole('option', { name: /git:review/ }).waitFor();
    await panel.settled();
    assert.equal(await options(panel).count(), 1);
    await panel.box.press('Enter');
    assert.equal(await panel.box.inputValue(), '/git:review ');
    await panel.box.fill('');
    await panel.box.pressSequentially('/help');
    await panel.page.getByRole('option', { name: /help/ }).waitFor();
    await panel.settled();
    await panel.box.press('Enter');
    assert.deepEqual(panel.callsOf('submit'), [['/help']]);
  });

  it('show the chosen entry in full, without a narrow column for its description', async () => {
    const panel = await open({ width: 300 });
    const detail = 'Resource of the MCP server “docs”: demo://resource/static/document/architecture.md';
    panel.offers = () => [{ kind: 'source', insert: '@docs:demo ', label: '@docs: architecture.md', detail }];
    await panel.box.pressSequentially('@');
    const description = chosen(panel).getByText(detail);
    await description.waitFor();
    const [row, column] = [await chosen(panel).boundingBox(), await description.boundingBox()];
    assert.ok(column!.width > 0.8 * row!.width, `${column!.width} of ${row!.width}`);
  });

  it('mention in the middle of a text, go on in a folder, and keep what stands behind', async () => {
    const panel = await open();
    await panel.box.fill('Compare  with it');
    await panel.box.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(8, 8));
    await panel.box.pressSequentially('@src');
    await list(panel, 'Mentions').waitFor();
    await panel.settled();
    await panel.box.press('Enter');
    assert.equal(await panel.box.inputValue(), 'Compare @src/ with it');
    await panel.page.getByRole('option', { name: /composer/ }).waitFor();
    await panel.settled();
    await panel.box.press('ArrowDown');
    await panel.box.press('Enter');
    assert.equal(await panel.box.inputValue(), 'Compare @src/components/composer.tsx with it');
    assert.equal(await isOpen(panel), false);
  });

  it('keep what was walked to when more comes in', async () => {
    const panel = await open();
    await panel.box.pressSequentially('@');
    await list(panel, 'Mentions').waitFor();
    await panel.box.press('ArrowDown');
    assert.match(await chosen(panel).innerText(), /^@changes/);
    const more: Completion = { kind: 'file', insert: '@first.ts ', label: 'first.ts' };
    await panel.send({ type: 'completions', request: 1, items: [more, ...MENTIONS] });
    await panel.page.getByRole('option', { name: /first\.ts/ }).waitFor();
    assert.match(await chosen(panel).innerText(), /^@changes/);
  });

  it('take a click without taking the focus', async () => {
    const panel = await open();
    await panel.box.pressSequentially('See @');
    await panel.page.getByRole('option', { name: /my notes/ }).click();
    assert.equal(await panel.box.inputValue(), 'See @my\\ notes.md ');
    assert.equal(await panel.box.evaluate(box => box.matches(':focus')), true);
  });

  it('leave the focus in the message box where somebody goes back from there, and close', async () => {
    const panel = await open();
    panel.offers = () => MANY;
    await panel.box.pressSequentially('See @');
    await list(panel, 'Mentions').waitFor();
    await panel.box.press('Shift+Tab');
    await list(panel, 'Mentions').waitFor({ state: 'detached' });
    assert.equal(await panel.box.evaluate(box => box === document.activeElement), true);
    await panel.page.keyboard.type('home');
    assert.equal(await panel.box.inputValue(), 'See @home');
  });

  it('close with Escape, which then stops nothing, and stay closed for that word', async () => {
    const panel = await open({ events: [{ type: 'run-started', at: 1 }] });
    await panel.box.pressSequentially('@s');
    await list(panel, 'Mentions').waitFor();
    await panel.box.press('Escape');
    assert.equal(await isOpen(panel), false);
    await panel.box.pressSequentially('rc');
    await panel.settled();
    assert.equal(await isOpen(panel), false);
    assert.deepEqual(panel.callsOf('stop'), []);
    await panel.box.pressSequentially(' @');
    await list(panel, 'Mentions').waitFor();
    await panel.page.getByRole('log').focus();
    assert.equal(await isOpen(panel), false);
  });

  it('stay closed where nothing is meant', async () => {
    const panel = await open();
    for (const text of ['ada@example.com', 'a /chat', '// x', '/usr/bin']) {
      await panel.box.fill('');
      await panel.box.pressSequentially(text);
      await panel.settled();
      assert.equal(await isOpen(panel), false, text);
    }
  });

  it('show what is mentioned with its weight', async () => {
    const panel = await open();
    panel.weights = text => (text.includes('@a.ts') ? [{ label: 'a.ts', tokens: 1200 }, { label: 'src/' }] : []);
    await panel.box.pressSequentially('See @a.ts');
    const chips = panel.page.getByRole('list', { name: 'Mentioned' });
    await chips.getByText('about 1.2k tokens').waitFor();
    await panel.box.fill('');
    await chips.waitFor({ state: 'detached' });
  });

  for (const width of [300, 420]) {
    it(`are accessible and whole in any theme at ${width} px`, async function () {
      this.timeout(60_000);
      const panel = await open({ width });
      panel.offers = (kind, typed) => [...offers(kind, typed), ...(kind === 'command' ? [] : MANY)];
      for (const [typed, called] of [
        ['/', 'Commands'],
        ['See @', 'Mentions'],
      ] as const) {
        await panel.box.fill('');
        await panel.box.pressSequentially(typed);
        await list(panel, called).waitFor();
        for (const [name, theme] of Object.entries(themes)) {
          await panel.changeTheme(theme);
          assert.deepEqual(await violationsIn(panel), [], name);
          const box = await list(panel, called).boundingBox();
          assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y >= 0, `${name} ${JSON.stringify(box)}`);
          if (process.env.POLLUX_PICTURES) {
            await panel.page.screenshot({ path: `${process.env.POLLUX_PICTURES}/${called}-${name}-${width}.png` });
          }
        }
      }
    });
  }
});
