import type { HookEvent, HookInputs } from '../agent/ports/hooks';
import type { HookDefinition } from '../config/hookDefinitions';

/** Longer patterns are nobody's, and could take long. */
const MAX_PATTERN = 1000;

/** The hooks of an event that are for this tool, or for this kind of the event. */
export function matchHooks<E extends HookEvent>(
  hooks: readonly HookDefinition[],
  event: E,
  input: HookInputs[E],
): readonly HookDefinition[] {
  return hooks.filter(hook => hook.event === event && matches(hook.matcher, event, input));
}

function matches(matcher: string, event: HookEvent, input: HookInputs[HookEvent]): boolean {
  if (matcher === '' || matcher === '*') return true;
  if (event === 'BeforeTool' || event === 'AfterTool') {
    const { name, otherNames = [] } = input as HookInputs['BeforeTool'];
    const pattern = patternOf(matcher);
    return [name, ...otherNames].some(each => pattern?.test(each) ?? each === matcher);
  }
  return matcher === kindOf(event, input);
}

/** What a matcher is compared with, for events that have kinds. */
function kindOf(event: HookEvent, input: HookInputs[HookEvent]): string | undefined {
  switch (event) {
    case 'SessionStart':
      return (input as HookInputs['SessionStart']).source;
    case 'SessionEnd':
      return (input as HookInputs['SessionEnd']).reason;
    case 'PreCompress':
      return (input as HookInputs['PreCompress']).trigger;
    case 'Notification':
      return 'ToolPermission';
    default:
      return undefined;
  }
}

/** A regular expression, or what is none of its own accord, such as `*_file`, as a pattern of file names. */
function patternOf(matcher: string): RegExp | undefined {
  if (matcher.length > MAX_PATTERN) return undefined;
  const glob = matcher
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return compiled(matcher) ?? compiled(`^${glob}$`);
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined; // It is no regular expression.
  }
}
