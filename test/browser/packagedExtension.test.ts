import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usePollux } from './support/usePollux';

describe('the packaged extension', () => {
  const pollux = usePollux({ env: { GEMINI_API_KEY: 'test-key' }, hasFewExtensions: false });

  it('shows its view, ready for a message', async () => {
    const panel = await pollux().openPanel();
    await panel.getByRole('textbox', { name: 'Message' }).fill('Hello');
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

  it('runs in VS Code 1.139', async () => {
    const { command, page } = pollux();
    await command('Help: About');
    await page.getByRole('dialog').getByText('1.139').first().waitFor();
    await page.keyboard.press('Escape');
  });
});
