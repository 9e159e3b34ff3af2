import type { HookEvent, HookInputs, HookOutcome, Hooks } from '../../src/agent/ports/hooks';
import type { HookDefinition } from '../../src/config/hookDefinitions';

/** A hook of the person's at an event, for all of its kinds. */
export function hookAt(event: HookEvent, more: Partial<HookDefinition> = {}): HookDefinition {
  return {
    event,
    matcher: '',
    isSequential: false,
    command: `run ${event}`,
    timeoutMs: 60_000,
    env: {},
    scope: 'user',
    file: '/home/.gemini/settings.json',
    line: 1,
    ...more,
  };
}

type Answers = {
  readonly [E in HookEvent]?: (input: HookInputs[E]) => Partial<HookOutcome> | Promise<Partial<HookOutcome>>;
};

/** Hooks that answer at once, with what they were told. */
export function fakeHooks(answers: Answers) {
  const fired: { event: HookEvent; input: unknown }[] = [];
  const hooks: Hooks = {
    has: event => answers[event] !== undefined,
    async fire(event, input) {
      fired.push({ event, input });
      return { notices: [], ...(await answers[event]?.(input)) };
    },
  };
  return { hooks, fired };
}
