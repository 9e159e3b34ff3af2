/** Where a rule comes from. A higher tier always wins, whatever the priorities. */
export type Tier = 'default' | 'extension' | 'workspace' | 'user' | 'admin';

const TIERS: Readonly<Record<Tier, number>> = { default: 1, extension: 2, workspace: 3, user: 4, admin: 5 };

/** Tier and priority (0 to 999) as one number: 4.2 is priority 200 of the user's rules. */
export function rankOf(tier: Tier, priority: number): number {
  return TIERS[tier] + priority / 1000;
}
