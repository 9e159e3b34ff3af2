import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Verdict } from '../../src/shared/proposals';
import { call, text } from '../support/gemini/replies';
import { useLive } from './support/useLive';
import { until } from './window';

const before = 'export const greeting = "Hello";\nexport const mark = "!";\n';
const proposed = 'export const greeting = "Good day";\nexport const mark = "!";\n';
const names = ['card', 'palette', 'typed', 'field', 'reason', 'plain'];
const edit = (path: string) =>
  call('replace', { file_path: path, old_string: 'greeting = "Hello"', new_string: 'greeting = "Good day"' });

describe('An edit that is proposed', () => {
  const window = useLive({ files: Object.fromEntries(names.map(name => [`edits/${name}.ts`, before])) });
  const diffTabs = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(tab => (tab.input instanceof vscode.TabInputTextDiff ? [{ tab, input: tab.input }] : [])),
    );
  const tabsChange = [vscode.window.tabGroups.onDidChangeTabs, vscode.window.tabGroups.onDidChangeTabGroups] as const;

  /** Has the edit of a file proposed and its diff opened. */
  async function openProposal(path: string) {
    const live = window();
    live.gemini.reply(edit(path)).reply(text('So be it.'));
    const run = live.ask('Make the greeting formal');
    const { callId } = await live.approval();
    assert.equal(live.panel.chat.calls[callId]?.title, `Edit ${path}`);
    await live.host.openDiff(callId);
    const { input } = await until(() => diffTabs()[0], ...tabsChange);
    return { callId, run, changed: input.modified };
  }

  /** Types at the end of the line of the diff that reads so. */
  async function typeAfter(changed: vscode.Uri, line: string, typed: string): Promise<void> {
    const live = window();
    const shown = JSON.stringify(live.panel.chat.approvals);
    const document = await vscode.workspace.openTextDocument(changed);
    const at = document.positionAt(document.getText().indexOf(line) + line.length);
    const typing = new vscode.WorkspaceEdit();
    typing.insert(changed, at, typed);
    assert.ok(await vscode.workspace.applyEdit(typing));
    await live.ui.until('the card with what was typed', () => JSON.stringify(live.panel.chat.approvals) !== shown);
  }

  /** One decision settles the change everywhere, and the model goes on. What it was told. */
  async function settled(run: Promise<unknown>, status: 'success' | 'rejected'): Promise<string> {
    const live = window();
    await run;
    assert.equal(live.said('assistant').at(-1), 'So be it.');
    assert.deepEqual(live.panel.chat.approvals, []);
    const results = live.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.equal(results.at(-1)?.status, status);
    await until(() => diffTabs().length === 0, ...tabsChange);
    return live.gemini.requests.at(-1)!.toolOutputs.join('\n');
  }
  const decide = (callId: string, verdict: Verdict) => window().host.decide(callId, verdict);

  it('takes Accept on the card', async () => {
    const { callId, run } = await openProposal('edits/card.ts');
    await decide(callId, { decision: 'accept' });
    assert.match(await settled(run, 'success'), /^Successfully modified file/);
    assert.equal(await window().readFile('edits/card.ts'), proposed);
  });

  it('takes Accept from the palette', async () => {
    const { run } = await openProposal('edits/palette.ts');
    await window().command('Accept');
    await settled(run, 'success');
    assert.equal(await window().readFile('edits/palette.ts'), proposed);
  });

  it('keeps what was typed into the diff when Accept is on the card', async () => {
    const { callId, run, changed } = await openProposal('edits/typed.ts');
    await typeAfter(changed, '"Good day";', ' // kept');
    await decide(callId, { decision: 'accept' });
    assert.match(await settled(run, 'success'), /The user modified the edit/);
    assert.equal(await window().readFile('edits/typed.ts'), proposed.replace('day";', 'day"; // kept'));
  });

  it('tells the model why it was rejected on the card', async () => {
    const { callId, run } = await openProposal('edits/field.ts');
    await decide(callId, { decision: 'reject', reason: 'Keep it friendly' });
    assert.match(await settled(run, 'rejected'), /rejected.*Keep it friendly/);
    assert.equal(await window().readFile('edits/field.ts'), before);
  });

  it('tells the model why it was rejected from the palette', async () => {
    const { run } = await openProposal('edits/reason.ts');
    const rejecting = window().command('Reject with Reason…');
    const box = await window().ui.input();
    assert.equal(box.placeholder, 'Why? (Pollux reads this.)');
    box.enter('Not my style');
    await rejecting;
    assert.match(await settled(run, 'rejected'), /rejected.*Not my style/);
    assert.equal(await window().readFile('edits/reason.ts'), before);
  });

  it('throws away what was typed into a diff that is rejected', async () => {
    const { run, changed } = await openProposal('edits/plain.ts');
    await typeAfter(changed, 'mark = "!";', ' // gone');
    await window().command('Reject');
    assert.doesNotMatch(await settled(run, 'rejected'), /gone/);
    assert.equal(await window().readFile('edits/plain.ts'), before);
  });
});
