import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile as readText } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

describe('the packaged extension', () => {
  const pollux = useChat({
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
      'total.ts': 'export const total = (price: number): number => price;\n',
      'sum.ts': "import { total } from './total';\n\nexport const sum = total(2);\n",
    },
    hasFewExtensions: false,
    settings: { 'pollux.workAheadAfter': 1 },
    server: { apiKey: 'good-key' },
    env: { GEMINI_API_KEY: '' },
    opensPanel: false,
    startsAnew: false,
  });

  it('is found by Gemini CLI from the first terminal of a window in which nothing of Pollux was opened', async () => {
    const { command, workspace } = pollux();
    await command('View: Toggle Terminal');
    const folder = join(tmpdir(), 'gemini', 'ide');
    const found = async () => {
      const files = await readdir(folder).catch(() => []);
      const texts = await Promise.all(files.map(file => readText(join(folder, file), 'utf8').catch(() => '')));
      return texts.filter(text => text.includes(workspace));
    };
    await eventually(async () => assert.equal((await found()).length, 1));
  });

  it('shows its view, in which a key can be entered', async () => {
    const panel = await pollux().openPanel();
    await panel.getByText(/Pollux needs a Gemini API key/).waitFor();
    await panel.getByRole('button', { name: 'Enter API key' }).click();
    const box = pollux().page.locator('.quick-input-widget input[type=password]');
    await box.fill('good-key');
    await box.press('Enter');
    await box.waitFor({ state: 'hidden' }); // Enter counts only when the editor has found the text valid
    await panel.getByText('Ask about this folder').waitFor();
  });

  it('is activated without an error', () => {
    const { logs } = pollux().server;
    const hosts = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('exthost.log'));
    const lines = hosts.flatMap(path => readFileSync(join(logs, path), 'utf8').split('\n'));
    const ours = lines.filter(line => line.includes('pollux-dev.pollux'));
    assert.ok(ours.some(line => line.includes('ActivateExtension')));
    assert.deepEqual(
      ours.filter(line => line.includes('[error]')),
      [],
    );
  });

  it('has VS Code check TypeScript as it would be, and tells the model what an edit breaks elsewhere', async function () {
    this.timeout(180_000);
    const { chat, gemini, page, readFile } = pollux();
    gemini
      .reply(call('replace', { file_path: 'total.ts', old_string: '(price: number)', new_string: '(price: string)' }))
      .reply(text('Done.'));
    await chat.send('Take a string');
    await chat.panel.getByText('Done.').waitFor();
    const [result] = gemini.requests.at(-1)?.functionResponses ?? [];
    const told = /would cause \(2\):\nsum\.ts:3:26 error: [^\n]*'string'\. \[ts 2345\]\ntotal\.ts:1:49 error: [^\n]*$/;
    assert.match(String(result?.response?.output), told);
    assert.match((await page.locator('#status\\.problems').getAttribute('aria-label')) ?? '', /No Problems/);
    await chat.panel.getByRole('button', { name: 'Reject' }).click();
    await eventually(async () => assert.match(await readFile('total.ts'), /price: number/));
  });

  it('runs in VS Code 1.139', async () => {
    const { command, page } = pollux();
    await command('Help: About');
    await page.getByRole('dialog').getByText('1.139').first().waitFor();
    await page.keyboard.press('Escape');
  });
});
