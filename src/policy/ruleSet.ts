import type { RememberChoice } from '../shared/proposals';
import type { Rules } from './engine';
import type { Rule, RuleFile, RuleProblem, SandboxGrant } from './rule';
import { tomlOf } from './savedRules';
import type { Tier } from './tiers';

/** A rule file as it was found. `text` is null if it could not be read. */
export interface RuleSource {
  readonly file: string;
  readonly tier: Tier;
  readonly text: string | null;
  readonly error?: string;
  /** The file does not exist. */
  readonly isMissing?: true;
  /** It is where the administrator's rules belong, but another account owns it. */
  readonly isForeign?: true;
}

export interface RuleSetOptions {
  /** All rule files in their current state. */
  readonly read: () => Promise<readonly RuleSource[]>;
  /** Rules that come from no file, such as those of settings and flags. */
  readonly fixed: () => readonly Rule[];
  /** Sandbox permissions granted by settings. */
  readonly grants?: () => readonly SandboxGrant[];
  /** Problems with the settings that these rules and permissions come from. */
  readonly problems?: () => readonly RuleProblem[];
  /** Saves a rule beyond the session. */
  readonly append: (scope: 'folder' | 'user', toml: string) => Promise<void>;
  readonly now: () => Date;
}

/** The rules of all files, parsed again only when a text has changed, and the rules of this session. */
export class RuleSet {
  readonly #parsed = new Map<string, { readonly text: string; readonly result: RuleFile }>();
  #session: readonly Rule[] = [];
  #grants: readonly SandboxGrant[] = [];

  constructor(private readonly options: RuleSetOptions) {}

  /** The same rules for another chat: what is allowed "in this chat" applies only there and ends with it. */
  forChat(): RuleSet {
    return new RuleSet(this.options);
  }

  async rules(): Promise<Rules> {
    const files = await Promise.all((await this.options.read()).map(source => this.#parse(source)));
    return {
      rules: [...this.options.fixed(), ...this.#session, ...files.flatMap(file => file.rules)],
      problems: [...(this.options.problems?.() ?? []), ...files.flatMap(file => file.problems)],
      grants: [...(this.options.grants?.() ?? []), ...this.#grants, ...files.flatMap(file => file.grants ?? [])],
    };
  }

  async save(choice: RememberChoice): Promise<void> {
    const toml = tomlOf(choice, this.options.now());
    // A choice for a single answer is not remembered.
    if (choice.scope === 'answer') return;
    if (choice.scope !== 'session') return this.options.append(choice.scope, toml);
    const { rules, grants = [] } = (await loadParser())(toml, 'this chat', 'user');
    this.#grants = [...this.#grants, ...grants];
    this.#session = [...this.#session, ...rules.map(rule => ({ ...rule, name: 'this chat' }))];
  }

  async #parse(source: RuleSource): Promise<RuleFile> {
    const { file, tier, text } = source;
    if (text === null) return { rules: [], problems: [unreadable(source)] };
    const kept = this.#parsed.get(file);
    if (kept?.text === text) return kept.result;
    const result = (await loadParser())(text, file, tier);
    this.#parsed.set(file, { text, result });
    return result;
  }
}

/**
 * The problem with an unreadable file, which could contain deny rules. Harmless are a missing file, unless it is an
 * administrator's, and a file in the administrator's place that another account owns.
 */
export function unreadable({ file, tier, error, isMissing, isForeign }: RuleSource): RuleProblem {
  const isAbsent = isMissing === true && tier !== 'admin' && tier !== 'supplement';
  const isHarmless = isAbsent || isForeign === true;
  const message = isAbsent ? 'There is no such rules file or folder.' : (error ?? "It couldn't be read.");
  return { file, message, ...(isHarmless && { isHarmless }) };
}

/** The TOML parser is loaded only when there is a rule file. */
async function loadParser() {
  const { parseRules } = await import('./rules');
  return parseRules;
}
