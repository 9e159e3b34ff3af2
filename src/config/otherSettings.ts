// Settings of Gemini CLI that Pollux doesn't use, and why; the user is told if one is set.

/**
 * `terminal`: they are about a user interface in a terminal. `notYet`: they belong to a feature that Pollux doesn't
 * have yet, named in `what`. `fixed`: Pollux always behaves as `what` says.
 */
export interface OtherSettings {
  readonly answer: 'terminal' | 'notYet' | 'fixed';
  readonly what: string;
  /** Full names; one that ends in `.*` covers all settings below it. */
  readonly keys: readonly string[];
  /** Settings among them that Pollux does use. */
  readonly except?: readonly string[];
}

const TERMINAL = 'have no meaning in an editor';

export const OTHER_SETTINGS: readonly OtherSettings[] = [
  {
    answer: 'terminal',
    what: TERMINAL,
    keys: [
      ...['ui.*', 'ide.enabled', 'ide.hasSeenNudge', 'general.preferredEditor', 'general.openEditorInNewWindow'],
      ...['general.vimMode', 'general.devtools', 'general.enableNotifications', 'general.notificationMethod'],
      ...['general.debugKeystrokeLogging', 'experimental.useOSC52Paste', 'experimental.useOSC52Copy'],
      ...['tools.shell.showColor', 'extensions.workspacesWithMigrationNudge'],
    ],
    except: ['ui.showCitations'],
  },
  {
    answer: 'fixed',
    what: 'aren’t needed: VS Code installs and updates Pollux',
    keys: ['general.enableAutoUpdate', 'general.enableAutoUpdateNotification', 'advanced.autoConfigureMemory'],
  },
  {
    answer: 'fixed',
    what: 'can’t be changed: “Pollux: Report an Issue” opens VS Code’s issue reporter',
    keys: ['advanced.bugCommand'],
  },
  {
    answer: 'fixed',
    what: 'aren’t needed: Pollux doesn’t log snippets',
    keys: ['general.logRagSnippets'],
  },
  {
    answer: 'fixed',
    what: 'can’t be changed: requests that fail on the network are always retried',
    keys: ['general.retryFetchErrors'],
  },
  {
    answer: 'fixed',
    what: 'can’t be changed: Pollux finds and searches files itself, with ripgrep if it is installed',
    keys: [
      ...['tools.useRipgrep', 'context.fileFiltering.enableFileWatcher', 'context.fileFiltering.enableFuzzySearch'],
      'context.fileFiltering.enableRecursiveFileSearch',
    ],
  },
  {
    answer: 'fixed',
    what: 'can’t be changed: Pollux manages the conversation itself (see `model.compressionThreshold`)',
    keys: ['contextManagement.*', 'experimental.contextManagement', 'experimental.stressTestProfile'],
  },
  {
    answer: 'fixed',
    what: 'can’t be changed: each approval offers to allow something for the chat, the folder or everywhere',
    keys: ['security.enablePermanentToolApproval', 'security.autoAddToPolicyByDefault'],
  },
  {
    answer: 'fixed',
    what: 'can’t be changed: models, their limits and their fallbacks are built in',
    keys: [
      ...['modelConfigs.modelDefinitions', 'modelConfigs.modelIdResolutions', 'modelConfigs.classifierIdResolutions'],
      ...['modelConfigs.modelChains', 'experimental.dynamicModelConfiguration', 'experimental.gemma'],
    ],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: the extension gallery, and extension settings for a workspace',
    keys: [
      ...['experimental.extensionManagement', 'experimental.extensionConfig', 'experimental.extensionRegistry'],
      ...['experimental.extensionRegistryURI', 'experimental.extensionReloading'],
    ],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: agents that use a browser, and other ways to run agents',
    keys: [
      ...['agents.browser.*', 'experimental.adk.agentSessionNoninteractiveEnabled'],
      ...['experimental.adk.agentSessionInteractiveEnabled', 'experimental.adk.agentSessionSubagentEnabled'],
    ],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: memory that is written automatically',
    keys: ['experimental.autoMemory'],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: actions when a background command ends, and summaries of tool output',
    keys: [
      ...['tools.shell.backgroundCompletionBehavior', 'tools.shell.enableShellOutputEfficiency'],
      'model.summarizeToolOutput',
    ],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: paying with credits, and Vertex AI billing headers',
    keys: ['billing.overageStrategy', 'billing.vertexAi.requestType', 'billing.vertexAi.sharedRequestType'],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: headings that say what the model is working on',
    keys: ['general.topicUpdateNarration', 'experimental.topicUpdateNarration'],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: sign-in by a surrounding program, and the order of DNS results',
    keys: ['security.auth.useExternal', 'advanced.dnsResolutionOrder'],
  },
  {
    answer: 'notYet',
    what: 'aren’t available yet: experiments of Gemini CLI',
    keys: [
      ...['experimental.voiceMode', 'experimental.voice.*', 'experimental.worktrees', 'experimental.taskTracker'],
      ...['experimental.modelSteering', 'experimental.directWebFetch', 'experimental.gemmaModelRouter.*'],
      ...['experimental.generalistProfile', 'experimental.powerUserProfile'],
    ],
  },
];

/** Why a setting isn't used; undefined if it is unknown or used. */
export function otherSettingsOf(key: string): OtherSettings | undefined {
  return OTHER_SETTINGS.find(({ keys, except }) => !except?.includes(key) && keys.some(each => covers(each, key)));
}

/** True for a group of settings that contains unused ones. */
export function isOtherGroup(path: string): boolean {
  return OTHER_SETTINGS.some(({ keys }) => keys.some(each => each.startsWith(`${path}.`) || covers(each, `${path}.`)));
}

function covers(pattern: string, key: string): boolean {
  return pattern.endsWith('.*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
}

/** The names of settings that are set but not used, with reasons, as one line; undefined if there are none. */
export function unusedText(keys: readonly string[]): string | undefined {
  const groups = new Map<string, string[]>();
  for (const key of new Set(keys)) {
    const what = otherSettingsOf(key)?.what ?? 'unknown';
    groups.set(what, [...(groups.get(what) ?? []), key]);
  }
  const texts = [...groups].map(([what, names]) => `${names.join(', ')} (${what})`);
  return texts.length > 0 ? texts.join('; ') : undefined;
}
