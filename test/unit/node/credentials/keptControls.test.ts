import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createControlsFile } from '../../../../src/node/credentials/keptControls';
import { Scratch } from '../../../support/scratch';

describe('What an organisation prescribed, from one run to the next,', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const day = 24 * 3600_000;
  const kept = { settings: '{"admin":{"mcp":{"enabled":false}}}', off: ['MCP servers'], askedAt: 100 * day };
  const open = (account = 'ada') => createControlsFile(scratch.absolute('.'), [account, 'p', undefined]);
  const file = () => scratch.absolute(join('.pollux', readdirSync(scratch.absolute('.pollux'))[0] ?? ''));

  it('is what was saved, for that account alone, in a file that nobody else reads', async () => {
    await open().save(kept);
    assert.deepEqual(await open().read(101 * day), kept);
    assert.equal(await open('bob').read(101 * day), undefined);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.doesNotMatch(readFileSync(file(), 'utf8'), /MCP|admin/);
  });

  it('is gone when nothing is prescribed any more, or after 30 days, or where the clock was set back', async () => {
    await open().save(kept);
    assert.equal(await open().read(131 * day), undefined);
    assert.equal(await open().read(99 * day), undefined);
    await open().save(undefined);
    assert.equal(await open().read(101 * day), undefined);
  });

  it('is nothing where somebody wrote into the file', async () => {
    await open().save(kept);
    const text = readFileSync(file(), 'utf8');
    writeFileSync(
      file(),
      text.replace(/[A-Za-z](?=[^A-Za-z]*$)/, letter => (letter === 'A' ? 'B' : 'A')),
    );
    assert.equal(await open().read(101 * day), undefined);
    writeFileSync(file(), JSON.stringify(kept));
    assert.equal(await open().read(101 * day), undefined);
  });

  it('brings no other setting', async () => {
    await open().save({ ...kept, settings: '{"admin":{},"tools":{"allowed":["run_shell_command"]}}' });
    assert.equal(await open().read(101 * day), undefined);
  });
});
