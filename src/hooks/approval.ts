import type { PendingHook } from '../agent/ports/hooks';
import type { KeptValues } from '../agent/ports/storedValues';
import type { HookDefinition } from '../config/hookDefinitions';
import { stableJson } from '../policy/stableJson';

export interface ApprovalOptions {
  /** Where approvals outlive the host. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
  /** Digests of the files of the project that a command may run, by their paths in it. Never rejects. */
  readonly filesOf: (
    command: string,
    folder: string,
    env: Readonly<Record<string, string>>,
  ) => Promise<Readonly<Record<string, string>>>;
  readonly folderOf: (hook: HookDefinition) => string;
  /** Whether Gemini CLI notes this hook of a folder as one that the user knows. */
  readonly isKnownToGemini?: (folder: string, key: string) => boolean;
  /** The person has said for this run that the project's hooks may run. */
  readonly trustsProject: boolean;
}

/** Each approval is a value of its own, so that one window never brings back what another has withdrawn. */
const keptName = (key: string) => `approved ${key}`;

/** Which hooks of projects the person has agreed to. Those of the person and the administrator need no agreement. */
export class HookApprovals {
  constructor(private readonly options: ApprovalOptions) {}

  /** Null: the hook may run. */
  async pending(hook: HookDefinition): Promise<PendingHook | null> {
    if (hook.scope !== 'workspace' || this.options.trustsProject) return null;
    const { key, files } = await this.#contentOf(hook);
    const { kept } = this.options;
    if (kept.get(keptName(key)) === hook.command || this.#adopts(hook, key)) return null;
    const { event, matcher, command, env, file, line } = hook;
    // The command is for people who read the file.
    const approve = () => kept.set(keptName(key), command);
    return { key, name: hookName(hook), event, matcher, command, env, files, file, line, approve };
  }

  /**
   * Takes over that a user of Gemini CLI knows a hook, once: as it is now. That file tells a name and a command, not what
   * scripts say, so that any later change is asked about.
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
