import { stableJson } from '../policy/stableJson';
import type { HookDefinition } from '../config/hookDefinitions';

/** What is agreed to when a project's hook is: what runs, when, with what, and in which folder. Any change makes it another one. */
export function hookContent(
  { event, matcher, isSequential, command, name = '', timeoutMs, env }: HookDefinition,
  folder: string,
  /** Digests of the files that the command names. */
  files: Readonly<Record<string, string>>,
): string {
  return stableJson({ event, matcher, isSequential, command, name, timeoutMs, env, folder, files });
}

/** What people call a hook. */
export function hookName({ name, command }: Pick<HookDefinition, 'name' | 'command'>): string {
  if (name !== undefined) return name;
  return command.length > 60 ? `${command.slice(0, 59)}…` : command;
}

/** The hooks that are not switched off by name or command; nobody but the administrator switches off their own. */
export function enabledHooks(
  hooks: readonly HookDefinition[],
  { isEnabled, disabled }: { readonly isEnabled: boolean; readonly disabled: readonly string[] },
): readonly HookDefinition[] {
  if (!isEnabled) return [];
  return hooks.filter(hook => hook.scope === 'system' || !isDisabled(hook, disabled));
}

export function isDisabled({ name, command }: HookDefinition, disabled: readonly string[]): boolean {
  return disabled.includes(command) || (name !== undefined && disabled.includes(name));
}
