import type { Proposal } from '../shared/proposals';
import { locate, type Ground } from './paths';

/** Where plans may be written. */
export interface PlanPlaces {
  /** A directory relative to a workspace folder, and not that whole folder; empty or absent: none. */
  readonly directory?: string;
  /** An absolute directory outside the workspace, free of links; absent: none. */
  readonly outside?: string;
}

/** Where an edit only writes a plan, a Markdown file below one of those directories; undefined: it is no plan. */
export function planPlace(
  proposal: Proposal | undefined,
  { directory = '', outside }: PlanPlaces,
  ground: Omit<Ground, 'cwd'>,
): keyof PlanPlaces | undefined {
  if (proposal?.kind !== 'edit' || !/\.md$/i.test(proposal.file)) return undefined;
  const below = (cwd: string, path: string) => {
    const plans = locate(path, { ...ground, cwd });
    const file = locate(proposal.file, { ...ground, cwd });
    return file.absolute.startsWith(`${plans.absolute}/`) ? { plans, file } : undefined;
  };
  if (outside !== undefined && below(outside, outside)?.file.isOutside) return 'outside';
  if (directory === '') return undefined;
  const isInside = ground.folders.some(cwd => {
    const found = below(cwd, directory);
    return found && !found.plans.isOutside && found.plans.path !== '.' && !found.file.isOutside;
  });
  return isInside ? 'directory' : undefined;
}
