import type { ApprovalMode } from '../shared/protocol';
import { repeatsRepetition } from './boundedPattern';
import { hostOfPattern } from './fetchHosts';
import type { Rule, RuleDecision } from './rule';
import { rankOf, type Tier } from './tiers';
import { isJsonObject } from '../shared/jsonObject';

const DECISIONS: Readonly<Record<string, RuleDecision>> = { allow: 'allow', deny: 'deny', ask: 'ask', ask_user: 'ask' };

const MODES: Readonly<Record<string, ApprovalMode>> = {
  default: 'default',
  autoEdit: 'autoEdit',
  auto_edit: 'autoEdit',
  plan: 'plan',
  yolo: 'yolo',
};

const MAX_PATTERN = 2048;

export class RuleError extends Error {}

export class RuleReader {
  constructor(private readonly entry: Readonly<Record<string, unknown>>) {}

  read(file: string, line: number | undefined, tier: Tier): Rule {
    const prefixes = this.#texts('commandPrefix');
    const commandRegex = this.#pattern('commandRegex', '');
    const argsPattern = this.#pattern('argsPattern', '');
    const fetchHost = hostOfPattern(this.#text('argsPattern') ?? '');
    const serverName = this.#text('mcpName');
    const agent = this.#text('subagent');
    const isInteractive = this.#flag('interactive');
    const ignoredFiles = this.#flag('ignoredFiles') ?? false;
    const decision = this.#decision();
    const denyMessage = this.#text('denyMessage');
    const modes = this.#modes();
    const annotations = this.#table('toolAnnotations');
    if (prefixes?.some(prefix => prefix.trim() === '')) throw new RuleError('"commandPrefix" is empty.');
    if (prefixes && commandRegex) throw new RuleError('Give "commandPrefix" or "commandRegex", not both.');
    if (ignoredFiles && decision === 'allow') throw new RuleError('"ignoredFiles" is for rules that deny or ask.');
    const isAboutCommands = ignoredFiles || prefixes !== undefined || commandRegex !== undefined;
    return {
      toolNames: this.#toolNames(serverName, isAboutCommands),
      decision,
      rank: rankOf(tier, this.#priority()),
      allowsRedirection: this.#flag('allowRedirection') ?? false,
      name: line === undefined ? baseName(file) : `${baseName(file)}:${line}`,
      file,
      ...(line !== undefined && { line }),
      ...(ignoredFiles && { ignoredFiles }),
      ...(prefixes && { commandPrefixes: prefixes }),
      ...(commandRegex && { commandRegex }),
      ...(argsPattern && { argsPattern }),
      ...(fetchHost !== undefined && { fetchHost }),
      ...(serverName !== undefined && { serverName }),
      ...(agent !== undefined && { agent }),
      ...(annotations && { annotations }),
      ...(isInteractive !== undefined && { isInteractive }),
      ...(denyMessage !== undefined && { denyMessage }),
      ...(modes && { modes }),
    };
  }

  allows(): boolean {
    return this.entry.decision === 'allow';
  }

  #toolNames(serverName: string | undefined, isAboutCommands: boolean): readonly string[] {
    const names = this.#texts('toolName');
    if (names) {
      if (isAboutCommands && !names.every(name => name === 'run_shell_command' || name === '*')) {
        throw new RuleError(
          '"commandPrefix", "commandRegex" and "ignoredFiles" are for toolName = "run_shell_command".',
        );
      }
      return names;
    }
    if (serverName !== undefined) return ['*'];
    if (isAboutCommands) return ['run_shell_command'];
    throw new RuleError('A rule needs a "toolName".');
  }

  #decision(): RuleDecision {
    const given = this.entry.decision;
    const decision = typeof given === 'string' && Object.hasOwn(DECISIONS, given) ? DECISIONS[given] : undefined;
    if (!decision) throw new RuleError('"decision" must be "allow", "deny" or "ask_user".');
    return decision;
  }

  #priority(): number {
    const { priority = 0 } = this.entry;
    if (typeof priority === 'number' && Number.isInteger(priority) && priority >= 0 && priority <= 999) return priority;
    throw new RuleError('"priority" must be a whole number from 0 to 999.');
  }

  #modes(): readonly ApprovalMode[] | undefined {
    const { modes } = this.entry;
    // An empty list means the same as no list, as in Gemini CLI.
    if (Array.isArray(modes) && modes.length === 0) return undefined;
    return this.#texts('modes')?.map(name => {
      const mode = Object.hasOwn(MODES, name) ? MODES[name] : undefined;
      if (!mode) throw new RuleError(`"modes" must be of default, autoEdit, plan and yolo, not "${name}".`);
      return mode;
    });
  }

  #text(key: string): string | undefined {
    const value = this.entry[key];
    if (value === undefined || typeof value === 'string') return value;
    throw new RuleError(`"${key}" must be a string.`);
  }

  #table(key: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.entry[key];
    if (value === undefined) return undefined;
    if (isJsonObject(value)) return value;
    throw new RuleError(`"${key}" must be a table.`);
  }

  #flag(key: string): boolean | undefined {
    const value = this.entry[key];
    if (value === undefined || typeof value === 'boolean') return value;
    throw new RuleError(`"${key}" must be true or false.`);
  }

  /** A string or a list of strings. */
  #texts(key: string): readonly string[] | undefined {
    const value = this.entry[key];
    if (value === undefined) return undefined;
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.length > 0 && list.every(each => typeof each === 'string')) return list;
    throw new RuleError(`"${key}" must be a string or a list of strings.`);
  }

  #pattern(key: string, flags: string): RegExp | undefined {
    const source = this.#text(key);
    if (source === undefined) return undefined;
    if (source.length > MAX_PATTERN) throw new RuleError(`"${key}" is longer than ${MAX_PATTERN} characters.`);
    if (repeatsRepetition(source)) {
      throw new RuleError(`"${key}" repeats something that repeats; write it without.`);
    }
    try {
      return new RegExp(source, flags);
    } catch (error) {
      throw new RuleError(`"${key}" isn't a regular expression: ${(error as Error).message}`);
    }
  }
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
