/** The settings of Gemini CLI 0.61 by their groups, the names in each separated by blanks; a group without any is a setting. */
const GROUPS: Readonly<Record<string, string>> = {
  mcpServers: '',
  policyPaths: '',
  adminPolicyPaths: '',
  general:
    'preferredEditor openEditorInNewWindow vimMode defaultApprovalMode devtools enableAutoUpdate enableAutoUpdateNotification enableNotifications notificationMethod checkpointing.enabled plan.enabled plan.directory plan.modelRouting retryFetchErrors maxAttempts debugKeystrokeLogging sessionRetention.enabled sessionRetention.maxAge sessionRetention.maxCount sessionRetention.minRetention topicUpdateNarration logRagSnippets',
  output: 'format',
  ui: 'debugRainbow theme autoThemeSwitching terminalBackgroundPollingInterval customThemes hideWindowTitle inlineThinkingMode showStatusInTitle dynamicWindowTitle showHomeDirectoryWarning showCompatibilityWarnings hideTips escapePastedAtSymbols showShortcutsHint compactToolOutput hideBanner hideContextSummary footer.items footer.showLabels footer.hideCWD footer.hideSandboxStatus footer.hideModelInfo footer.hideContextPercentage hideFooter collapseDrawerDuringApproval showMemoryUsage showLineNumbers showCitations showModelInfoInChat showUserIdentity useAlternateBuffer renderProcess terminalBuffer useBackgroundColor incrementalRendering showSpinner loadingPhrases errorVerbosity customWittyPhrases accessibility.enableLoadingPhrases accessibility.screenReader',
  ide: 'enabled hasSeenNudge',
  privacy: 'usageStatisticsEnabled',
  telemetry: 'enabled target otlpEndpoint otlpProtocol logPrompts outfile useCollector traces',
  billing: 'overageStrategy vertexAi.requestType vertexAi.sharedRequestType',
  model: 'name maxSessionTurns summarizeToolOutput compressionThreshold disableLoopDetection skipNextSpeakerCheck',
  modelConfigs:
    'aliases customAliases customOverrides overrides modelDefinitions modelIdResolutions classifierIdResolutions modelChains',
  agents:
    'overrides browser.sessionMode browser.headless browser.profilePath browser.visualModel browser.allowedDomains browser.disableUserInput browser.maxActionsPerTask browser.confirmSensitiveActions browser.blockFileUploads',
  context:
    'fileName importFormat includeDirectoryTree discoveryMaxDirs memoryBoundaryMarkers includeDirectories loadMemoryFromIncludeDirectories fileFiltering.respectGitIgnore fileFiltering.respectGeminiIgnore fileFiltering.enableFileWatcher fileFiltering.enableRecursiveFileSearch fileFiltering.enableFuzzySearch fileFiltering.customIgnoreFilePaths',
  tools:
    'sandbox sandboxAllowedPaths sandboxNetworkAccess shell.enableInteractiveShell shell.backgroundCompletionBehavior shell.pager shell.showColor shell.inactivityTimeout shell.enableShellOutputEfficiency core allowed confirmationRequired exclude discoveryCommand callCommand useRipgrep truncateToolOutputThreshold disableLLMCorrection',
  mcp: 'serverCommand allowed excluded',
  useWriteTodos: '',
  security:
    'toolSandboxing disableYoloMode disableAlwaysAllow enablePermanentToolApproval autoAddToPolicyByDefault blockGitExtensions allowedExtensions folderTrust.enabled environmentVariableRedaction.allowed environmentVariableRedaction.blocked environmentVariableRedaction.enabled auth.selectedType auth.enforcedType auth.useExternal enableConseca',
  advanced: 'autoConfigureMemory dnsResolutionOrder excludedEnvVars ignoreLocalEnv bugCommand',
  experimental:
    'gemma voiceMode voice.activationMode voice.backend voice.whisperModel voice.stopGracePeriodMs adk.agentSessionNoninteractiveEnabled adk.agentSessionInteractiveEnabled adk.agentSessionSubagentEnabled enableAgents worktrees extensionManagement extensionConfig extensionRegistry extensionRegistryURI extensionReloading useOSC52Paste useOSC52Copy taskTracker modelSteering directWebFetch dynamicModelConfiguration gemmaModelRouter.enabled gemmaModelRouter.autoStartServer gemmaModelRouter.binaryPath gemmaModelRouter.classifier.host gemmaModelRouter.classifier.model stressTestProfile autoMemory generalistProfile powerUserProfile contextManagement topicUpdateNarration',
  extensions: 'disabled workspacesWithMigrationNudge',
  skills: 'enabled disabled',
  hooksConfig: 'enabled disabled notifications',
  hooks:
    'BeforeTool AfterTool BeforeAgent AfterAgent Notification SessionStart SessionEnd PreCompress BeforeModel AfterModel BeforeToolSelection',
  contextManagement:
    'historyWindow.maxTokens historyWindow.retainedTokens messageLimits.normalMaxTokens messageLimits.retainedMaxTokens messageLimits.normalizationHeadRatio tools.distillation.maxOutputTokens tools.distillation.summarizationThresholdTokens tools.outputMasking.protectionThresholdTokens tools.outputMasking.minPrunableThresholdTokens tools.outputMasking.protectLatestTurn',
  admin: 'secureModeEnabled extensions.enabled mcp.enabled mcp.config mcp.requiredConfig skills.enabled',
};

/** All settings of Gemini CLI by their whole names. */
export const GEMINI_KEYS: readonly string[] = Object.entries(GROUPS).flatMap(([group, names]) => [
  ...(names === '' ? [group] : []),
  ...(names === '' ? [] : names.split(' ').map(name => `${group}.${name}`)),
]);
