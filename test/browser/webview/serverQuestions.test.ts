import assert from 'node:assert/strict';
import { formFields } from '../../../src/mcp/requests/readFormFields';
import type { Approval } from '../../../src/shared/proposals';
import type { ServerQuestion } from '../../../src/shared/serverQuestions';
import { type PanelPage, usePanel } from './panelPage';
import { answer, begin, call, delta, started, state, text, user } from './sampleChat';
import { serverForm as form, serverPage as page, serverSampling as sampling } from './serverQuestions';

const approval = (callId: string, proposal: ServerQuestion): Approval => ({ callId, proposal, remember: [] });
const working = [
  user('u1', 'Book two seats'),
  started,
  begin('a1'),
  { type: 'part', messageId: 'a1', part: call('c1', 'mcp_booking_book') },
  state('c1', 'executing', { title: 'booking: book', name: 'mcp_booking_book' }),
] as const;

const LONG = 'A paragraph of an answer.\n\n'.repeat(30);

describe('What a server asks', () => {
  const open = usePanel();
  const ask = async (proposal: ServerQuestion): Promise<PanelPage> => {
    const panel = await open({ height: 1000 });
    await panel.send(...working, { type: 'approval-requested', approval: approval('q1', proposal) });
    return panel;
  };
  const card = (panel: PanelPage) =>
    panel.log.getByRole('group', { name: 'Question of the MCP server booking', exact: true });
  const guard = (panel: PanelPage) => panel.page.waitForTimeout(550);

  it('is a form that is filled in by keyboard alone, and takes no focus', async () => {
    const panel = await ask(form);
    assert.equal(await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Message');
    await guard(panel);
    const { keyboard } = panel.page;
    await card(panel).getByRole('textbox', { name: 'Your name' }).focus();
    await keyboard.type('Ada');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    assert.equal(await card(panel).getByRole('textbox', { name: 'Seats' }).inputValue(), '2');
    await keyboard.press('Tab');
    await keyboard.press('l');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Control+Enter');
    assert.deepEqual(panel.callsOf('decide'), [
      ['q1', { decision: 'accept', answers: ['Ada', '', '2', 'l', '["window"]', 'true'] }],
    ]);
  });

  it('is shown from its beginning where it is taller than the panel, and followed again once it is answered', async () => {
    const panel = await open({ width: 300, height: 480, events: [user('u0', 'Before'), ...answer('a0', text(LONG))] });
    await panel.send(...working, { type: 'approval-requested', approval: approval('q1', form) });
    const head = await card(panel).boundingBox();
    const log = await panel.log.boundingBox();
    assert.ok(head!.height > log!.height && Math.abs(head!.y - log!.y) < 2, JSON.stringify([head, log]));
    await card(panel).getByRole('textbox', { name: 'Your name' }).fill('Ada');
    const { y } = (await card(panel).boundingBox())!;
    await panel.send(delta('a1', 'Meanwhile.'));
    assert.ok(Math.abs((await card(panel).boundingBox())!.y - y) < 2);
    await panel.send({ type: 'approval-settled', callId: 'q1', verdict: { decision: 'accept' } }, delta('a1', LONG));
    const rest = await panel.log.evaluate(each => each.scrollHeight - each.clientHeight - each.scrollTop);
    assert.ok(rest < 2, `${rest}`);
  });

  it('says what it does not take at the field, and goes there', async () => {
    const panel = await ask(form);
    await guard(panel);
    const name = card(panel).getByRole('textbox', { name: 'Your name' });
    await card(panel).getByRole('textbox', { name: 'Seats' }).fill('7');
    await card(panel).getByRole('button', { name: 'Accept' }).click();
    await card(panel).getByText('It must be at most 6.').waitFor();
    assert.equal(await name.evaluate(element => element === document.activeElement), true);
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    const described = (await name.getAttribute('aria-describedby')) ?? '';
    const notes = await panel.page.evaluate(
      ids => ids.split(' ').map(id => document.getElementById(id)?.textContent),
      described,
    );
    assert.deepEqual(notes, ['As others see it', 'This is required.']);
    assert.deepEqual(panel.callsOf('decide'), []);
    await name.fill('Ada');
    await card(panel).getByRole('textbox', { name: 'Seats' }).fill('6');
    await card(panel).getByRole('combobox', { name: 'Size' }).selectOption('Small');
    await name.press('Enter');
    assert.deepEqual(panel.callsOf('decide'), [
      ['q1', { decision: 'accept', answers: ['Ada', '', '6', 's', '', 'false'] }],
    ]);
  });

  it('goes to the field that is wrong, shows it whole, and says so at a list of options', async () => {
    const properties = {
      tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
      mail: { type: 'string', title: 'Mail', format: 'email' },
      extras: { title: 'Extras', type: 'array', minItems: 2, items: { enum: ['window', 'table'] } },
      ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`more${i}`, { type: 'string' }])),
    };
    const question = { ...form, fields: formFields({ properties, required: ['extras'] }) };
    const panel = await open({ width: 300, height: 480 });
    await panel.send(...working, { type: 'approval-requested', approval: approval('q1', question) });
    await guard(panel);
    await card(panel).getByRole('textbox', { name: 'Mail' }).fill('nobody');
    const accept = card(panel).getByRole('button', { name: 'Accept' });
    const where = () => panel.page.evaluate(() => document.activeElement?.closest('.question')?.textContent ?? '');
    await accept.click();
    assert.match(await where(), /^Mail/);
    await card(panel).getByRole('textbox', { name: 'Mail' }).fill('a@b.example');
    await accept.click();
    assert.match(await where(), /^Extras/);
    const described = await panel.page.evaluate(() => {
      const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map(id => document.getElementById(id)?.textContent);
    });
    assert.deepEqual(described, ['This is required.']);
    const problem = await card(panel).getByText('This is required.').boundingBox();
    const log = await panel.log.boundingBox();
    assert.ok(problem!.y >= log!.y && problem!.y + problem!.height <= log!.y + log!.height);
  });

  it('still has what was typed when the panel is made again', async () => {
    const events = [...working, { type: 'approval-requested', approval: approval('q1', form) } as const];
    const panel = await open({ height: 1000, events });
    await card(panel).getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await card(panel).getByRole('combobox', { name: 'Size' }).selectOption('Large');
    await card(panel).getByRole('checkbox', { name: 'table' }).check();
    await panel.reload();
    await card(panel).getByRole('textbox', { name: 'Your name' }).waitFor();
    assert.equal(await card(panel).getByRole('textbox', { name: 'Your name' }).inputValue(), 'Ada');
    assert.equal(await card(panel).getByRole('combobox', { name: 'Size' }).inputValue(), 'l');
    assert.equal(await card(panel).getByRole('checkbox', { name: 'table' }).isChecked(), true);
  });

  it('gives the focus to the message box once it is answered by a key', async () => {
    const panel = await ask(page);
    await guard(panel);
    await panel.button('Reject').press('Enter');
    await panel.send({ type: 'approval-settled', callId: 'q1', verdict: { decision: 'reject' } });
    await panel.page.waitForFunction(() => document.activeElement?.classList.contains('message'));
    assert.deepEqual(panel.callsOf('decide'), [['q1', { decision: 'reject' }]]);
  });

  it('names the host of a page on the button that opens it', async () => {
    const panel = await ask(page);
    await panel.button('Open pay.example.com').click();
    assert.deepEqual(panel.callsOf('decide'), [['q1', { decision: 'accept' }]]);
  });

  it('warns where a form asks for a password', async () => {
    const secret = formFields({ properties: { password: { type: 'string' } } });
    const panel = await ask({ ...form, fields: secret });
    await card(panel)
      .getByText(/must not ask for passwords/)
      .waitFor();
  });

  it('shows the whole text for the model, and what the server has used', async () => {
    const panel = await ask(sampling);
    const shown = await card(panel).innerText();
    for (const part of ['Answer in one word.', 'Which colour is the sea?', '1 of 10 requests, 120 of 50,000 tokens']) {
      assert.ok(shown.includes(part), shown);
    }
    const answered = await ask({ ...sampling, answer: { text: 'Blue', model: 'gemini-3.8-flash' } });
    await card(answered).getByText('Blue').waitFor();
    await card(answered).getByText('Send it to the server?').waitFor();
  });

  it('never shows what is hidden in its words as if it were not', async () => {
    const panel = await ask({ ...form, message: 'Pay \u202eevil', hidden: 1 });
    await card(panel).getByText('\\u{202e}').waitFor();
    await card(panel)
      .getByText(/an invisible character/)
      .waitFor();
  });
});
