import type { CommandSettings } from '../../src/policy/commandPolicy';
import { parseRules } from '../../src/policy/rules';
import { inOrder } from '../../src/policy/toolRules';
import { plainFacts } from '../support/commandFacts';
import { RULES } from '../unit/policy/commandCorpus';

/** How the benchmarks decide on commands: like the tests of the corpus, in a workspace on Linux. */
export function commandSettings(): CommandSettings {
  return {
    ...plainFacts(),
    shell: 'bash',
    rules: inOrder(parseRules(RULES, 'team.toml', 'user').rules),
    ground: { cwd: '/work/app', folders: ['/work/app'], home: '/home/ada', ignoresCase: false },
    fallback: 'ask',
    isYolo: false,
    asksBeforeDestroying: true,
    freesReadOnly: true,
  };
}
