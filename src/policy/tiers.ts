/**
 * Where a rule comes from. A higher tier always wins, whatever the priorities. `supplement`: from files in
 * `adminPolicyPaths` that the administrator's own settings don't name.
 */
export type Tier = 'default' | 'extension' | 'workspace' | 'user' | 'supplement' | 'admin';

const TIERS: Readonly<Record<Tier, number>> = {
  default: 1,
  extension: 2,
  workspace: 3,
  user: 4,
  supplement: 5,
  admin: 6,
};

/** Tier and priority (0 to 999) as one number: 4.2 is priority 200 of the user's rules. */
export function rankOf(tier: Tier, priority: number): number {
  return TIERS[tier] + priority / 1000;
}
