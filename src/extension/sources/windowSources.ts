import { join } from 'node:path';
import { once } from '../../node/once';
import type { ConfineProgram } from '../../sandbox/lazySandbox';
import { VscodeEditorTools } from '../../vscode/editorTools';
import { SettingsNotices } from '../../vscode/settingsNotices';
import { OpenFiles } from '../../vscode/documents/openFiles';
import { TerminalOutput } from '../../vscode/terminal/terminalOutput';
import { createWindowServers } from '../mcp/mcpTools';
import type { WindowAccess } from '../models/windowAccess';
import { createWindowAgents } from './windowAgents';
import { forcedSection } from './forcedSettings';
import type { WindowBasics } from '../windowBasics';
import { createWindowExtensions } from '../extensions/windowExtensions';
import { createWindowMemory } from './windowMemory';
import { createWindowSkills } from './windowSkills';

export interface WindowSourcesOptions {
  readonly access: Pick<WindowAccess, 'callbacks'>;
  readonly secrets: Parameters<typeof createWindowServers>[0]['secrets'];
  /** Runs hooks, discovered tools and MCP servers in the sandbox, where that is configured. */
  readonly confine: ConfineProgram;
  /** Resolves when the administrator's controls are known, or can't be determined. */
  readonly admit: () => Promise<void>;
  /** Called when a section of the Context view has changed. */
  readonly refresh: (section: string) => void;
}

/** What users, projects and extensions contribute: memory, skills, agents, servers, hooks and commands. */
export function createWindowSources(basics: WindowBasics, options: WindowSourcesOptions) {
  const { access, secrets, confine, admit, refresh } = options;
  const { home, storage, folders, isTrusted, workspace, configuration, settings, log, keep } = basics;
  const extensions = createWindowExtensions({ home, folders, configuration, secrets, log });
  const shared = { home, folders, isTrusted, configuration, settings, log };
  const skills = createWindowSkills({ ...shared, extensions: extensions.active });
  const memory = createWindowMemory({
    ...shared,
    extensions: extensions.memory,
    onChange: () => refresh('memory'),
    keep,
  });
  const agents = createWindowAgents({
    ...shared,
    extensions: extensions.active,
    skills: skills.registry,
    notices: new SettingsNotices(log, 'agent'),
    onChange: () => refresh('agents'),
  });
  const mcp = createWindowServers({
    ...shared,
    version: basics.version,
    egress: basics.egress,
    admit,
    confine,
    extensions: extensions.active,
    secrets,
    callbacks: access.callbacks,
    editorTools: new VscodeEditorTools(() => settings()['mcp.editorTools']),
    maySample: server => settings()['mcp.sampling'].includes(server),
    onChange: () => refresh('mcp'),
  });
  const allHooks = async () => [...configuration.hooks, ...(await extensions.hooks())];
  const hooks = once(async () => {
    const { createWindowHooks } = await import('./windowHooks');
    return createWindowHooks({
      home,
      configuration,
      hooks: allHooks,
      folders,
      sessions: join(storage, 'sessions'),
      confine,
      log,
    });
  });
  // Created now: files opened and commands run before the first prompt count as well.
  const openFiles = keep(new OpenFiles());
  const terminals = keep(new TerminalOutput());
  const slash = once(async () => {
    const { createWindowSlash } = await import('../slash/windowSlash');
    const notices = new SettingsNotices(log, 'command');
    const all = { ...shared, extensions, memory, agents, mcp, registry: skills.registry };
    return createWindowSlash({ ...all, notices, workspace, store: basics.files.store, terminals, keep });
  });
  const discovery = once(async () => {
    const { createWindowDiscovery } = await import('./windowDiscovery');
    return createWindowDiscovery({ home, configuration, folders, confine, log });
  });
  const forced = forcedSection(configuration);
  const sections = [memory.section, skills.section, agents.section, extensions.section, mcp.section, forced];
  return { extensions, skills, memory, agents, mcp, allHooks, hooks, slash, discovery, openFiles, sections };
}

export type WindowSources = ReturnType<typeof createWindowSources>;
