// The hooks defined in `settings.json` files: commands to run at events.
import type { Node } from 'jsonc-parser';
import { HOOK_EVENTS, type HookEvent } from '../agent/ports/hooks';
import { toolPattern } from './hookMatcher';
import { entriesOf, valueAt } from './jsonNodes';
import { LineIndex } from './lineIndex';
import { rootOf, textIn, type Scope, type SettingsProblem, type SettingsText } from './settingsText';

/** Where a hook comes from. */
export type HookScope = Scope | 'extension';

/** One command at one event. */
export interface HookDefinition {
  readonly event: HookEvent;
  /** The matching tools, or the matching kind of the event; empty: all. */
  readonly matcher: string;
  /** If any hook of the event is sequential, all of them run one after the other. */
  readonly isSequential: boolean;
  readonly command: string;
  /** The user's name for the hook; if absent, the command serves as its name. */
  readonly name?: string;
  readonly timeoutMs: number;
  /** Additional variables for its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly scope: HookScope;
  /** The name of the extension that provides it. */
  readonly extension?: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

export interface HookDefinitions {
  /**
   * A project's hooks first, then the user's, the administrator's and those of extensions. Duplicates are left out:
   * same event, matcher, name and command. An administrator's hook is never left out in favor of someone else's.
   */
  readonly hooks: readonly HookDefinition[];
  readonly problems: readonly SettingsProblem[];
}

/** A file that may define hooks. */
export type HooksText = Omit<SettingsText, 'scope'> & { readonly scope: HookScope; readonly extension?: string };

const TIMEOUT_MS = 60_000;
/** The maximum timeout. A project's hooks may not delay the user for longer. */
const MAX_TIMEOUT_MS = { workspace: 60_000, others: 600_000 } as const;
const RANK: Readonly<Partial<Record<HookScope, number>>> = { workspace: 0, user: 1, system: 2, systemDefaults: 3 };

/** Reads the hooks of files. Invalid definitions are reported with their line and left out; the rest is used. */
export function readHookDefinitions(texts: readonly HooksText[]): HookDefinitions {
  const problems: SettingsProblem[] = [];
  // Most files have no hooks, so they need not be parsed again.
  const read = texts
    .filter(({ text }) => text?.includes('"hooks"'))
    .flatMap(source => new HooksReader(source, problems).read())
    .sort((a, b) => rankOf(a) - rankOf(b));
  const seen = new Set<string>();
  const hooks = read.filter(({ event, matcher, name, command, scope, file }) => {
    // The same command in two workspace folders runs in each of them.
    const own = scope === 'workspace' ? file : scope === 'system' ? scope : '';
    const key = JSON.stringify([event, matcher, name, command, own]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return { hooks, problems };
}

function rankOf({ scope }: HookDefinition): number {
  return RANK[scope] ?? 4;
}

class HooksReader {
  readonly #lines: LineIndex;

  constructor(
    private readonly source: HooksText,
    private readonly problems: SettingsProblem[],
  ) {
    this.#lines = new LineIndex(textIn(asSettings(source)));
  }

  read(): HookDefinition[] {
    const root = rootOf(asSettings(this.source));
    // Invalid JSON has already been reported by the reader of the other settings.
    if (!root || 'message' in root) return [];
    return this.#entries(valueAt(root, 'hooks'), 'hooks').flatMap(([name, node]) => {
      const event = HOOK_EVENTS.find(each => each === name);
      if (event) return this.#list(node, `hooks.${name}`).flatMap((each, i) => this.#group(each, event, i));
      this.#report(node, 'error', `"hooks.${name}" isn't an event that Pollux knows, so these hooks never run.`);
      return [];
    });
  }

  #group(node: Node, event: HookEvent, index: number): HookDefinition[] {
    const path = `hooks.${event}[${index}]`;
    if (node.type !== 'object') return this.#refuse(node, path, 'an object');
    const matcher = valueAt(node, 'matcher');
    // A matcher that can't be read must not match everything.
    if (matcher && matcher.type !== 'string') return this.#refuse(matcher, `${path}.matcher`, 'a string');
    const pattern = matcher ? String(matcher.value) : '';
    if (matcher && isAboutTools(event) && pattern.trim() !== '' && !toolPattern(pattern.trim())) {
      return this.#refuse(
        matcher,
        `${path}.matcher`,
        'a regular expression for names of tools, such as "write_file|replace"',
      );
    }
    const group = {
      event,
      matcher: pattern,
      isSequential: valueAt(node, 'sequential')?.value === true,
    };
    const hooks = valueAt(node, 'hooks');
    if (!hooks) return this.#refuse(node, path, 'an object with "hooks"');
    return this.#list(hooks, `${path}.hooks`).flatMap((each, i) => this.#hook(each, group, `${path}.hooks[${i}]`));
  }

  #hook(node: Node, group: Pick<HookDefinition, 'event' | 'matcher' | 'isSequential'>, path: string): HookDefinition[] {
    if (node.type !== 'object') return this.#refuse(node, path, 'an object');
    const [type, command, name, timeout] = ['type', 'command', 'name', 'timeout'].map(key => valueAt(node, key));
    if (type && type.value !== 'command') return this.#refuse(type, `${path}.type`, '"command"');
    if (typeof command?.value !== 'string' || command.value.trim() === '') {
      return this.#refuse(command ?? node, `${path}.command`, 'a string');
    }
    if (name && typeof name.value !== 'string') this.#correct(name, `${path}.name`, 'a string');
    const { scope, file, extension } = this.source;
    const hook: HookDefinition = {
      ...group,
      command: command.value,
      ...(typeof name?.value === 'string' && name.value !== '' && { name: name.value }),
      timeoutMs: this.#timeout(timeout, `${path}.timeout`),
      env: this.#env(valueAt(node, 'env'), `${path}.env`),
      scope,
      ...(extension !== undefined && { extension }),
      file,
      line: this.#lines.at(node.offset).line,
    };
    return [hook];
  }

  #timeout(node: Node | undefined, path: string): number {
    const value: unknown = node?.value;
    if (!node) return TIMEOUT_MS;
    const most = MAX_TIMEOUT_MS[this.source.scope === 'workspace' ? 'workspace' : 'others'];
    if (typeof value === 'number' && value >= 1 && value <= most) return value;
    this.#correct(node, path, `a number of milliseconds up to ${most}`);
    return TIMEOUT_MS;
  }

  #env(node: Node | undefined, path: string): Readonly<Record<string, string>> {
    if (node && node.type !== 'object') this.#correct(node, path, 'an object');
    const entries = entriesOf(node).flatMap(([name, { type, value }]) =>
      type === 'string' ? [[name, String(value)] as const] : [],
    );
    return Object.fromEntries(entries);
  }

  #entries(node: Node | undefined, path: string): [string, Node][] {
    if (node && node.type !== 'object') this.#refuse(node, path, 'an object');
    return entriesOf(node);
  }

  #list(node: Node, path: string): readonly Node[] {
    return node.type === 'array' ? (node.children ?? []) : this.#refuse(node, path, 'a list');
  }

  /** An unreadable hook may have been meant to deny something. */
  #refuse(node: Node, path: string, miss: string): never[] {
    this.#report(node, 'error', `"${path}" must be ${miss}.`, { costsRules: true, costsGuard: true });
    return [];
  }

  /** The hook runs anyway. */
  #correct(node: Node, path: string, miss: string): void {
    this.#report(node, 'error', `"${path}" must be ${miss}.`);
  }

  #report(
    { offset }: Node,
    severity: SettingsProblem['severity'],
    message: string,
    costs: Pick<SettingsProblem, 'costsRules' | 'costsGuard'> = {},
  ): void {
    this.problems.push({ file: this.source.file, line: this.#lines.at(offset).line, severity, message, ...costs });
  }
}

function isAboutTools(event: HookEvent): boolean {
  return event === 'BeforeTool' || event === 'AfterTool';
}

/** Parsing a file does not depend on its scope. */
function asSettings({ file, text, error }: HooksText): SettingsText {
  return { scope: 'user', file, text, ...(error !== undefined && { error }) };
}
