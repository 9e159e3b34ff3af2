import type { Policy } from '../../src/policy/decision';
import { createPolicy, type PolicyOptions } from '../../src/policy/engine';
import { parseRules } from '../../src/policy/rules';
import { bashParser } from './bashParser';
import { plainDisk } from './commandFacts';

export interface TestPolicyOptions extends Partial<PolicyOptions> {
  /** The person's rules, as TOML. */
  readonly toml?: string;
}

/** The real policy, in a trusted workspace of a Linux machine. */
export function testPolicy({ toml = '', ...options }: TestPolicyOptions = {}): Policy {
  return createPolicy({
    mode: () => 'default',
    isTrusted: () => true,
    canAsk: () => true,
    rules: async () => parseRules(toml, 'mine.toml', 'user'),
    saveRule: async () => undefined,
    parser: bashParser,
    shell: 'bash',
    folders: () => ['/notes', '/w', '/pollux-memory/work'],
    home: '/home/ada',
    ignoresCase: false,
    ...plainDisk,
    ...options,
  });
}
