import type { HookEvent, HookInputs } from '../agent/ports/hooks';
import type { HookDefinition } from '../config/hookDefinitions';
import { toolPattern } from '../config/hookMatcher';

/** The hooks of an event whose matcher fits its tool or its kind, without duplicates. */
export function matchHooks<E extends HookEvent>(
  hooks: readonly HookDefinition[],
  event: E,
  input: HookInputs[E],
): readonly HookDefinition[] {
  const seen = new Set<string>();
  return hooks.filter(hook => {
    if (hook.event !== event || !matches(hook.matcher.trim(), event, input)) return false;
    const key = keyOf(hook);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The same for a command that several groups name; project hooks of different folders stay distinct. */
function keyOf({ name, command, scope, file }: HookDefinition): string {
  return JSON.stringify([name, command, scope === 'workspace' ? file : '']);
}

function matches(matcher: string, event: HookEvent, input: HookInputs[HookEvent]): boolean {
  if (matcher === '' || matcher === '*') return true;
  if (event === 'BeforeTool' || event === 'AfterTool') {
    const { name, otherNames = [] } = input as HookInputs['BeforeTool'];
    const pattern = toolPattern(matcher);
    return [name, ...otherNames].some(each => pattern?.test(each) ?? each === matcher);
  }
  const kind = kindOf(event, input);
  return kind === undefined || matcher === kind;
}

/** The value that a matcher is compared with. Undefined: the event has no kinds and runs all its hooks. */
function kindOf(event: HookEvent, input: HookInputs[HookEvent]): string | undefined {
  switch (event) {
    case 'SessionStart':
      return (input as HookInputs['SessionStart']).source;
    case 'SessionEnd':
      return (input as HookInputs['SessionEnd']).reason;
    case 'PreCompress':
      return (input as HookInputs['PreCompress']).trigger;
    default:
      return undefined;
  }
}
