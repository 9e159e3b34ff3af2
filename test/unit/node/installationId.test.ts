import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  installationFile,
  installationIdOf,
  readInstallationId,
  resetInstallationId,
  turnOffInstallationId,
} from '../../../src/node/telemetry/installationId';
import { Scratch } from '../../support/scratch';

describe('The installation id', () => {
  let scratch: Scratch;
  let home: string;
  beforeEach(async () => {
    scratch = await Scratch.make();
    home = scratch.absolute('home');
  });
  afterEach(() => scratch.close());

  it('is made when it is first needed, stays the same, and is in the file of Gemini CLI', () => {
    assert.equal(readInstallationId(home), undefined);
    const id = installationIdOf(home);
    assert.equal(installationIdOf(home), id);
    assert.equal(readFileSync(installationFile(home), 'utf8'), id);
    assert.match(installationFile(home), /\.gemini[\\/]installation_id$/);
  });

  it('can be another one, and none', () => {
    const id = installationIdOf(home);
    assert.notEqual(resetInstallationId(home), id);
    turnOffInstallationId(home);
    assert.deepEqual([readInstallationId(home), installationIdOf(home)], [null, null]);
    assert.match(resetInstallationId(home), /-/);
  });

  it('of a file with anything else is made again, and is none where it can not be kept', () => {
    installationIdOf(home);
    writeFileSync(installationFile(home), 'my name');
    assert.match(installationIdOf(home) ?? '', /^[0-9a-f-]{36}$/);
    const other = scratch.absolute('other');
    mkdirSync(other);
    writeFileSync(`${other}/.gemini`, 'no folder');
    assert.equal(installationIdOf(other), null);
  });
});
