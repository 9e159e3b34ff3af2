import type { PendingHook } from '../agent/ports/hooks';
import type { KeptValues } from '../agent/ports/storedValues';
import type { HookDefinition } from '../config/hookDefinitions';
import { stableJson } from '../policy/stableJson';

export interface ApprovalOptions {
  /** Stores approvals across restarts. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
  /** Digests of the project files that a command may run, by their paths in the project. Never rejects. */
  readonly filesOf: (
    command: string,
    folder: string,
    env: Readonly<Record<string, string>>,
  ) => Promise<Readonly<Record<string, string>>>;
  readonly folderOf: (hook: HookDefinition) => string;
  /** Whether Gemini CLI lists this hook of a folder as trusted by the user. */
  readonly isKnownToGemini?: (folder: string, key: string) => boolean;
  /** The user has allowed the project's hooks for this run. */
  readonly trustsProject: boolean;
}

/** Each approval has a key of its own, so that one window never restores what another has withdrawn. */
const keptName = (key: string) => `approved ${key}`;

/** Knows which project hooks the user has approved. Hooks of the user and the administrator need no approval. */
export class HookApprovals {
  constructor(private readonly options: ApprovalOptions) {}

  /** Null: the hook may run. */
  async pending(hook: HookDefinition): Promise<PendingHook | null> {
    if (hook.scope !== 'workspace' || this.options.trustsProject) return null;
    const { key, files } = await this.#contentOf(hook);
    const { kept } = this.options;
    if (kept.get(keptName(key)) === hook.command || this.#adopts(hook, key)) return null;
    const { event, matcher, command, env, file, line } = hook;
    // The command is stored for people who read the file.
    const approve = () => kept.set(keptName(key), command);
    return { key, name: hookName(hook), event, matcher, command, env, files, file, line, approve };
  }

  /**
   * Adopts Gemini CLI's trust in a hook, once and only for its current content. Gemini CLI's file stores names and
   * commands, but not the content of scripts, so any later change requires approval.
   */
  #adopts(hook: HookDefinition, key: string): boolean {
    const { kept, digest, folderOf, isKnownToGemini } = this.options;
    const folder = folderOf(hook);
    if (!isKnownToGemini?.(folder, `${hook.name ?? ''}:${hook.command}`)) return false;
    const adopted = `adopted ${digest(stableJson({ folder, name: hook.name ?? '', command: hook.command }))}`;
    if (kept.get(adopted) !== undefined) return false;
    kept.set(adopted, hook.command);
    kept.set(keptName(key), hook.command);
    return true;
  }

  async withdraw(hook: HookDefinition): Promise<void> {
    this.options.kept.set(keptName((await this.#contentOf(hook)).key), undefined);
  }

  async #contentOf(hook: HookDefinition): Promise<{ readonly key: string; readonly files: readonly string[] }> {
    const { digest, filesOf, folderOf } = this.options;
    const folder = folderOf(hook);
    const files = await filesOf(hook.command, folder, hook.env);
    return { key: digest(hookContent(hook, folder, files)), files: Object.keys(files) };
  }
}

/** Everything that an approval covers: what runs, when, with which settings, and in which directory. */
function hookContent(
  { event, matcher, isSequential, command, name = '', timeoutMs, env }: HookDefinition,
  folder: string,
  files: Readonly<Record<string, string>>,
): string {
  return stableJson({ event, matcher, isSequential, command, name, timeoutMs, env, folder, files });
}

/** A hook's display name. */
export function hookName({ name, command }: Pick<HookDefinition, 'name' | 'command'>): string {
  if (name !== undefined) return name;
  return command.length > 60 ? `${command.slice(0, 59)}…` : command;
}

export interface HookSettings {
  readonly isEnabled: boolean;
  /** Whether the administrator's hooks run; only the administrator can turn them off. */
  readonly isSystemEnabled: boolean;
  /** Names or commands. */
  readonly disabled: readonly string[];
  /** Whether the user wants to see the messages of hooks. */
  readonly tells: boolean;
}

/** Whether hooks are off or this one is disabled; only the administrator can disable the administrator's hooks. */
export function isDisabled({ name, command, scope }: HookDefinition, settings: HookSettings): boolean {
  if (scope === 'system') return !settings.isSystemEnabled;
  if (!settings.isEnabled) return true;
  const { disabled } = settings;
  return disabled.includes(command) || (name !== undefined && disabled.includes(name));
}
