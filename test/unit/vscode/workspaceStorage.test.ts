import assert from 'node:assert/strict';
import { workspaceStorage } from '../../../src/vscode/workspaceStorage';
import { Scratch } from '../../support/scratch';

describe('The directory for data of a workspace', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());

  const found = (name: string) => workspaceStorage(scratch.absolute(`${name}/pollux-dev.pollux`));

  it('is the same while another extension host holds it', async () => {
    await scratch.put('831e623/vscode.lock', '{}');
    for (const name of ['831e623', '831e623-1', '831e623-9']) {
      assert.equal(found(name), scratch.absolute('831e623/pollux-dev.pollux'));
    }
  });

  it('isn’t changed by a name that only looks like a numbered one', async () => {
    await scratch.put('-831/vscode.lock', '{}');
    for (const name of ['5f1-1', '-1', '-831', '-831-12', '1700000000000']) {
      assert.equal(found(name), scratch.absolute(`${name}/pollux-dev.pollux`));
    }
    assert.equal(found('-831-2'), scratch.absolute('-831/pollux-dev.pollux'));
  });
});
