import type { RememberChoice } from '../shared/proposals';
import type { Rules } from './engine';
import type { Rule, RuleFile, RuleProblem, SandboxGrant } from './rule';
import { tomlOf } from './savedRules';
import type { Tier } from './tiers';

/** A file of rules as it was found. `text` is null if it could not be read. */
export interface RuleSource {
  readonly file: string;
  readonly tier: Tier;
  readonly text: string | null;
  readonly error?: string;
  /** There is nothing of that name. */
  readonly isMissing?: true;
}

export interface RuleSetOptions {
  /** All files of rules as they are now. */
  readonly read: () => Promise<readonly RuleSource[]>;
  /** Rules that are in no file, such as those of settings and flags. */
  readonly fixed: () => readonly Rule[];
  /** What settings give the sandbox of commands. */
  readonly grants?: () => readonly SandboxGrant[];
  /** What is wrong with where those come from. */
  readonly problems?: () => readonly RuleProblem[];
  /** Writes a rule where it outlives the session. */
  readonly append: (scope: 'folder' | 'user', toml: string) => Promise<void>;
  readonly now: () => Date;
}

/** The rules of all files, parsed again only where a text has changed, and those of this session. */
export class RuleSet {
  readonly #parsed = new Map<string, { readonly text: string; readonly result: RuleFile }>();
  #session: readonly Rule[] = [];
  #grants: readonly SandboxGrant[] = [];

  constructor(private readonly options: RuleSetOptions) {}

  /** The same rules, for another chat: what was allowed "in this chat" holds there and ends with it. */
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
    // What holds for one answer is remembered by nobody.
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

/** What could not be read may have forbidden something; what is not there did not, but for an administrator's. */
export function unreadable({ file, tier, error, isMissing }: RuleSource): RuleProblem {
  const isHarmless = isMissing === true && tier !== 'admin';
  const message = isHarmless ? 'There is no such file or folder of rules.' : (error ?? 'It could not be read.');
  return { file, message, ...(isHarmless && { isHarmless }) };
}

/** TOML is read when there first is a file of rules. */
async function loadParser() {
  const { parseRules } = await import('./rules');
  return parseRules;
}
