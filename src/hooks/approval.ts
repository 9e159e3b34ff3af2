import type { PendingHook } from '../agent/ports/hooks';
import type { KeptValues } from '../agent/ports/keptValues';
import type { HookDefinition } from '../config/hookDefinitions';
import { stableJson } from '../policy/stableJson';

export interface ApprovalOptions {
  /** Where approvals outlive the host. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
  /** Digests of the files of the project that a command names, by their names in it. Never rejects. */
  readonly filesOf: (command: string, folder: string) => Promise<Readonly<Record<string, string>>>;
  readonly folderOf: (hook: HookDefinition) => string;
  /** The person has said for this run that the project's hooks may run. */
  readonly trustsProject: boolean;
}

/** The name of the kept value: for each key the command that was agreed to. */
const KEPT = 'approvedHooks';

/** Which hooks of projects the person has agreed to. Those of the person and the administrator need no agreement. */
export class HookApprovals {
  constructor(private readonly options: ApprovalOptions) {}

  /** Null: the hook may run. */
  async pending(hook: HookDefinition): Promise<PendingHook | null> {
    if (hook.scope !== 'workspace' || this.options.trustsProject) return null;
    const key = await this.#keyOf(hook);
    if (this.#approved()[key] !== undefined) return null;
    const { event, command, file, line } = hook;
    const approve = () => this.options.kept.set(KEPT, { ...this.#approved(), [key]: command });
    return { key, name: hookName(hook), event, command, file, line, approve };
  }

  async withdraw(hook: HookDefinition): Promise<void> {
    const key = await this.#keyOf(hook);
    const left = Object.entries(this.#approved()).filter(([each]) => each !== key);
    this.options.kept.set(KEPT, Object.fromEntries(left));
  }

  async #keyOf(hook: HookDefinition): Promise<string> {
    const { digest, filesOf, folderOf } = this.options;
    const folder = folderOf(hook);
    return digest(hookContent(hook, folder, await filesOf(hook.command, folder)));
  }

  #approved(): Readonly<Record<string, unknown>> {
    const value = this.options.kept.get(KEPT);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }
}

/** All that is agreed to: what runs, when, with what, and in which folder. */
export function hookContent(
  { event, matcher, isSequential, command, name = '', timeoutMs, env }: HookDefinition,
  folder: string,
  files: Readonly<Record<string, string>>,
): string {
  return stableJson({ event, matcher, isSequential, command, name, timeoutMs, env, folder, files });
}

/** What people call a hook. */
export function hookName({ name, command }: Pick<HookDefinition, 'name' | 'command'>): string {
  if (name !== undefined) return name;
  return command.length > 60 ? `${command.slice(0, 59)}…` : command;
}

export interface HookSettings {
  readonly isEnabled: boolean;
  /** Names or commands. */
  readonly disabled: readonly string[];
  /** Whether the person reads what hooks say to them. */
  readonly tells: boolean;
}

/** Whether it is switched off; nobody but the administrator switches off their own. */
export function isDisabled({ name, command, scope }: HookDefinition, { isEnabled, disabled }: HookSettings): boolean {
  if (!isEnabled) return true;
  if (scope === 'system') return false;
  return disabled.includes(command) || (name !== undefined && disabled.includes(name));
}
