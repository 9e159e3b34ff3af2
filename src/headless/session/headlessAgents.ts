import type { ActiveExtension } from '../../agent/ports/extensions';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { agentSettingsOf } from '../../config/settingsByPurpose';
import type { PolluxSettings } from '../../config/settings';
import { AgentRegistry } from '../../context/agents/agentRegistry';
import type { SkillRegistry } from '../../context/skills';
import { AgentApprovals, approvedAgentsFile, findAgentFiles } from '../../node/config/agentFiles';
import { openApprovals } from '../../node/config/storedApprovals';
import type { FileProblem } from '../../context/definitionFile';

export interface HeadlessAgentsOptions {
  readonly home: string;
  readonly configuration: Configuration;
  readonly settings: PolluxSettings;
  readonly extensions: readonly ActiveExtension[];
  readonly skills: Pick<SkillRegistry, 'forked'>;
  readonly onProblems: (problems: readonly FileProblem[]) => void;
  /** Tells the user something that isn't part of the answer. */
  readonly err: (text: string) => void;
  readonly log: Log;
}

/**
 * The agents of a run without an editor. A project's agents are only used if the user has approved their text in the
 * editor, because nobody can be asked here.
 */
export function createHeadlessAgents(options: HeadlessAgentsOptions): AgentRegistry {
  const { home, configuration, settings, extensions, skills, onProblems, err, log } = options;
  let approvals: AgentApprovals | undefined;
  const folders = configuration.isTrusted ? [process.cwd()] : [];
  return new AgentRegistry({
    settings: () => ({ ...agentSettingsOf(configuration.settings), overrides: configuration.agentOverrides }),
    find: async () => {
      approvals = new AgentApprovals(await openApprovals(approvedAgentsFile(home), log));
      return [
        ...(await skills.forked()),
        ...(await findAgentFiles({ home, folders, extensions, hasOthers: settings['agents.others'] })),
      ];
    },
    isApproved: text => approvals?.has(text) === true,
    onPending: texts => {
      const files = texts.map(({ file }) => file).join(', ');
      err(`pollux: These project agents aren't used until you approve them in the editor: ${files}\n`);
    },
    onProblems,
  });
}
