import { agentSettingsOf } from '../../config/settingsByPurpose';
import { AgentRegistry } from '../../context/agents/agentRegistry';
import { HookQuestions } from '../../hooks/hookQuestions';
import { AgentApprovals, approvedAgentsFile, findAgentFiles, keyOfAgent } from '../../node/config/agentFiles';
import { openApprovals } from '../../node/config/storedApprovals';
import type { AgentText } from '../../agent/ports/agents';
import { AgentPages, askAboutAgent, type PendingAgent } from '../../vscode/questions/agentQuestion';
import { installedFiles } from '../../vscode/installedFiles';
import type { ActiveExtensions } from '../../agent/ports/extensions';
import type { SkillRegistry } from '../../context/skills';
import type { SettingsNotices } from '../../vscode/settingsNotices';
import type { SourceOptions } from './sourceOptions';

export interface WindowAgentsOptions extends SourceOptions {
  readonly extensions: ActiveExtensions;
  readonly skills: Pick<SkillRegistry, 'forked'>;
  readonly notices: SettingsNotices;
  /** Called when the user has approved an agent. */
  readonly onChange: () => void;
}

export interface WindowAgentRegistry {
  readonly registry: AgentRegistry;
  /** Asks the user about the project's agent of that name, even if they were asked before; false: it doesn't wait. */
  ask(name: string): Promise<boolean>;
}

/** The window's agents, loaded when they are first needed. The user is asked about those of a project. */
export function openWindowAgents(options: WindowAgentsOptions): WindowAgentRegistry {
  const { home, folders, isTrusted, configuration, settings, extensions, skills, notices, log } = options;
  const pages = new AgentPages();
  const questions = new HookQuestions<PendingAgent>({
    ask: askAboutAgent,
    show: pending => pages.show(pending),
    reportBug: error => log.error('An agent could not be asked about', error),
  });
  // Re-read each time: other windows approve as well.
  const read = async () => new AgentApprovals(await openApprovals(approvedAgentsFile(home), log));
  let approvals: AgentApprovals | undefined;
  const pendingOf = (text: AgentText): PendingAgent => ({
    key: keyOfAgent(text),
    text,
    approve() {
      approvals?.approve(text);
      registry.reload();
      options.onChange();
    },
  });
  const registry: AgentRegistry = new AgentRegistry({
    settings: () => ({ ...agentSettingsOf(configuration.settings), overrides: configuration.agentOverrides }),
    async find() {
      approvals = await read();
      const ofFiles = await findAgentFiles({
        home,
        folders: isTrusted() ? folders() : [],
        extensions: await extensions(),
        hasOthers: settings()['agents.others'],
        installed: settings()['agents.installed'] ? installedFiles('chatAgents') : [],
      });
      return [...(await skills.forked()), ...ofFiles];
    },
    isApproved: text => approvals?.has(text) === true,
    onPending: texts => void questions.put(texts.map(pendingOf)),
    onProblems: problems => void notices.tell(problems),
  });
  return {
    registry,
    async ask(name) {
      const { agents, pending } = await registry.find();
      const listed = agents.find(({ agent, state }) => agent.name === name && state === 'pending');
      const text = listed && pending.find(({ file }) => file === listed.agent.file);
      if (text) void questions.again(pendingOf(text), true);
      return text !== undefined;
    },
  };
}
