import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsPage } from '../../support/settingsPage';

const root = join(__dirname, '..', '..', '..');
const file = join(root, 'media', 'docs', 'settings.md');

describe('The page of the settings', () => {
  it('has every setting, as the code has it; UPDATE_DOCS=1 rewrites it', async () => {
    const texts = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Record<string, string>;
    const page = await settingsPage(texts);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, page);
    assert.equal(readFileSync(file, 'utf8'), page);
  });
});
