import assert from 'node:assert/strict';
import { probeSandbox } from '../../../../src/node/sandbox/probe';
import type { SandboxTier } from '../../../../src/shared/sandbox';
import { tiersHere } from '../../../support/tiersHere';

const HERE = tiersHere();
const TIERS: readonly SandboxTier[] = ['namespaces', 'landlock'];

/** The other tests of a tier only ask that nothing runs where the tier is missing: whether it may be missing is asked here. */
describe('The sandbox of this machine', () => {
  for (const tier of TIERS) {
    const isHere = HERE.includes(tier);
    it(isHere ? `is ${tier}, as the system offers it` : `isn't ${tier}: the system doesn't offer it`, async () => {
      const { sandbox, failures } = await probeSandbox([tier]);
      sandbox?.dispose();
      assert.equal(sandbox?.tier ?? 'none', isHere ? tier : 'none', failures[tier]);
    });
  }
});
