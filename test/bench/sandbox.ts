import { mkdirSync } from 'node:fs';
import type { SandboxTier } from '../../src/shared/sandbox';
import { SandboxPlace } from '../support/sandboxPlace';
import { median, type Metric } from './metric';

const ROUNDS = 40;
const TIERS: readonly SandboxTier[] = ['namespaces', 'landlock'];

/** What a sandbox costs a command: with and without it in turn, so that what else the machine does counts for both. */
export async function measureSandbox(report: (...metrics: Metric[]) => void): Promise<void> {
  for (const tier of TIERS) {
    const place = new SandboxPlace(tier);
    mkdirSync(place.work);
    try {
      if ((await place.commands.tier()) !== tier) continue;
      const timeOf = async (where: 'inside' | 'outside') => {
        const began = performance.now();
        await place.run('true', { where });
        return performance.now() - began;
      };
      await timeOf('inside');
      const more: number[] = [];
      const ratios: number[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        const [plain, confined] = [await timeOf('outside'), await timeOf('inside')];
        more.push(confined - plain);
        ratios.push(confined / plain);
      }
      report(
        { name: `sandbox: a command by ${tier}, more than without`, value: median(more), unit: 'ms', limit: 15 },
        { name: `sandbox: a command by ${tier} against one without`, value: median(ratios), unit: '×' },
      );
    } finally {
      await place.close();
    }
  }
}
