import type { AgentDefinition, Agents, AgentText } from '../../agent/ports/agents';
import type { AgentOverride } from '../../config/agentOverrides';
import { isOffered, type ToolSettings } from '../../policy/toolRules';
import { BUILT_IN_AGENTS } from './builtInAgents';
import type { FileProblem } from '../definitionFile';
import type { ParsedAgent } from './parseAgent';

export interface AgentSettings {
  readonly isEnabled: boolean;
  readonly overrides: ReadonlyMap<string, AgentOverride>;
  /** Agents that these lists forbid, by their own names or by that of the tool, are not offered. */
  readonly lists: ToolSettings;
}

export interface AgentRegistryOptions {
  readonly settings: () => AgentSettings;
  /** The files of all places, from the lowest precedence to the highest. Never rejects. */
  readonly find: () => Promise<readonly AgentText[]>;
  /** Whether the user has approved exactly this text of a project's file. */
  readonly isApproved: (text: AgentText) => boolean;
  /** Asks about files that haven't been approved yet; called when these files or the problems have changed. */
  readonly onPending: (texts: readonly AgentText[]) => void;
  /** Reports problems with files; called when they have changed. */
  readonly onProblems: (problems: readonly FileProblem[]) => void;
}

/** An agent in a list for the user. */
export interface ListedAgent {
  readonly agent: AgentDefinition;
  readonly state: 'on' | 'off' | 'pending';
  /** Once approved, it takes the place of another agent in the list that has the same name. */
  readonly replaces?: true;
}

export interface AgentsFound {
  /** Each name once, and again for an agent that replaces the first one when it is approved. */
  readonly agents: readonly ListedAgent[];
  readonly problems: readonly FileProblem[];
  readonly pending: readonly AgentText[];
}

/** All agents are described in every request. */
const MAX_AGENTS = 50;
/** After this time, or when `reload` is called, files are searched again. */
const FRESH_MS = 2000;

/** The available agents, according to files and settings. */
export class AgentRegistry implements Agents {
  #before = '';
  #offered: readonly AgentDefinition[] = [];
  #texts: Promise<readonly AgentText[]> | undefined;
  #readAt = 0;
  #told = '';

  constructor(private readonly options: AgentRegistryOptions) {}

  async list(): Promise<readonly AgentDefinition[]> {
    if (!this.#mayOffer()) return this.#offer([]);
    const { agents, problems, pending } = await this.find();
    const told = JSON.stringify([problems, pending.map(({ file, text }) => [file, text])]);
    if (told !== this.#told) {
      this.#told = told;
      this.options.onProblems(problems);
      if (pending.length > 0) this.options.onPending(pending);
    }
    return this.#offer(agents.filter(({ state }) => state === 'on').map(({ agent }) => agent));
  }

  /** All agents, including those that are off or wait for approval. */
  async find(): Promise<AgentsFound> {
    const { overrides } = this.options.settings();
    const texts = await this.#read();
    const pending = texts.filter(text => text.source === 'workspace' && !this.options.isApproved(text));
    const problems: FileProblem[] = [];
    const byName = new Map<string, ListedAgent>(BUILT_IN_AGENTS.map(agent => [agent.name, { agent, state: 'on' }]));
    const replacements: ListedAgent[] = [];
    const parsed = await parse(texts);
    for (const [text, { agent, problems: found }] of parsed) {
      problems.push(...found);
      if (!agent) continue;
      const isPending = pending.includes(text);
      const before = byName.get(agent.name);
      // An agent that hasn't been approved replaces no other.
      if (isPending && before) {
        if (before.state === 'on') replacements.push({ agent, state: 'pending', replaces: true });
        continue;
      }
      if (before?.agent.source === agent.source && folderOf(before.agent) === folderOf(agent)) {
        problems.push({
          file: text.file,
          line: 1,
          severity: 'error',
          message: `The agent "${agent.name}" is in ${before.agent.file ?? ''} already.`,
        });
        continue;
      }
      byName.set(agent.name, { agent, state: isPending ? 'pending' : 'on' });
    }
    const asSet = (listed: ListedAgent) => this.#asSet(listed, overrides.get(listed.agent.name));
    const all = [...byName.values()].map(asSet);
    const agents = [...all.slice(0, MAX_AGENTS), ...replacements.map(asSet)];
    for (const { agent } of all.slice(MAX_AGENTS))
      problems.push({
        file: agent.file ?? '',
        severity: 'error',
        message: `There are more than ${MAX_AGENTS} agents; this one is left out.`,
      });
    return { agents, problems, pending: pending.filter(text => parsed.get(text)?.agent) };
  }

  /** Must be called when something has changed that isn't checked each time. */
  reload(): void {
    this.#texts = undefined;
  }

  #mayOffer(): boolean {
    const { isEnabled, lists } = this.options.settings();
    return isEnabled && isOffered({ name: 'invoke_agent' }, lists);
  }

  #read(): Promise<readonly AgentText[]> {
    if (!this.#texts || performance.now() - this.#readAt > FRESH_MS) {
      this.#readAt = performance.now();
      this.#texts = this.options.find();
    }
    return this.#texts;
  }

  #asSet({ agent, state, ...rest }: ListedAgent, override: AgentOverride = {}): ListedAgent {
    const { enabled = true, ...more } = override;
    const { excluded = [] } = this.options.settings().lists;
    const isOff = !enabled || !isOffered({ name: agent.name }, { excluded });
    return { agent: { ...agent, ...more }, state: isOff ? 'off' : state, ...rest };
  }

  /** Returns the same array as long as its content is the same. */
  #offer(agents: readonly AgentDefinition[]): readonly AgentDefinition[] {
    const now = JSON.stringify(agents);
    if (now !== this.#before) this.#offered = agents;
    this.#before = now;
    return this.#offered;
  }
}

function folderOf({ file = '' }: AgentDefinition): string {
  return file.replace(/[\\/][^\\/]*$/, '');
}

/** The parser is loaded with the first file. */
async function parse(texts: readonly AgentText[]): Promise<ReadonlyMap<AgentText, ParsedAgent>> {
  if (texts.length === 0) return new Map();
  const { parseAgent } = await import('./parseAgent');
  return new Map(texts.map(text => [text, parseAgent(text)]));
}
