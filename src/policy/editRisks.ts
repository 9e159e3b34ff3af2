import type { EditProposal } from '../shared/proposals';
import type { PolicyReason } from './decision';
import { addsRemoteSchema, isProtected } from './protectedFiles';

/** What decides whether an edit is asked about wherever it comes from. */
export interface EditGround {
  readonly folders: () => readonly string[];
  /** What memory files are called besides their usual names: they are protected as well. */
  readonly memoryNames?: () => readonly string[];
}

/** What is asked about in every mode: what governs the editor or the agent, and what is outside of the workspace. */
export function riskAboutEdit(
  { file, path, before, after }: Pick<EditProposal, 'file' | 'path' | 'before' | 'after'>,
  { folders, memoryNames }: EditGround,
): PolicyReason | undefined {
  const lastOf = (name: string) => name.split(/[\\/]/).at(-1)?.toLowerCase();
  const isMemory = memoryNames?.().some(name => lastOf(name) === lastOf(file));
  if (isMemory || isProtected(file) || addsRemoteSchema(file, before, after))
    return { kind: 'protected', detail: path };
  const isInside = folders().some(
    folder => file === folder || file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`),
  );
  return isInside ? undefined : { kind: 'outside', detail: path };
}
