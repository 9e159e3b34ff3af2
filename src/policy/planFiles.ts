import type { Proposal } from '../shared/proposals';
import { locate, type Ground } from './paths';

/**
 * Whether an edit only writes a plan: a Markdown file below `directory`, relative to a workspace folder and not that
 * whole folder. An empty `directory` means that there is no place for plans.
 */
export function isPlan(proposal: Proposal | undefined, directory: string, ground: Omit<Ground, 'cwd'>): boolean {
  if (proposal?.kind !== 'edit' || directory === '' || !/\.md$/i.test(proposal.file)) return false;
  return ground.folders.some(cwd => {
    const plans = locate(directory, { ...ground, cwd });
    const file = locate(proposal.file, { ...ground, cwd });
    return !plans.isOutside && plans.path !== '.' && !file.isOutside && file.absolute.startsWith(`${plans.absolute}/`);
  });
}
