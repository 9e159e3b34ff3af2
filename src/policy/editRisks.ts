import type { EditProposal } from '../shared/proposals';
import type { PolicyReason } from './decision';
import { addsRemoteSchema, isProtected } from './protectedFiles';

/** The settings that decide whether an edit is asked about, whatever its source. */
export interface EditGround {
  readonly folders: () => readonly string[];
  /** Names of memory files besides the usual ones: these files are protected too. */
  readonly memoryNames?: () => readonly string[];
}

/** Why an edit is asked about in every mode: the file governs the editor or the agent, or is outside the workspace. */
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
