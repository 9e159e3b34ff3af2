import * as l10n from '@vscode/l10n';
import type { CodeAssistAccess } from '../access';
import { HttpError } from '../apiError';
import type { AdminControls } from '../controlsWatch';
import { createService, type Service, type ServiceOptions } from './service';
import { findProject } from './setup';

/** The switch by which Google turns on the controls of organisations. */
const CONTROLS_FLAG = 45752213;

/**
 * What the organisation of an account prescribes; undefined: nothing. Throws as `fetchAs` does where it prescribes something,
 * or may do so, and what it is can't be had.
 */
export async function fetchAdminControls(
  access: CodeAssistAccess,
  options: ServiceOptions,
  signal: AbortSignal,
): Promise<AdminControls | undefined> {
  const service = createService(access, options);
  const project = await findProject({ service, project: access.project }, signal);
  if (project === undefined) return undefined;
  const isOn = await areControlsOn(service, project, signal);
  if (isOn === false) return undefined;
  try {
    const answer = recordOf(await service.call<unknown>('fetchAdminControls', { project }, signal));
    return answer.adminControlsApplicable === true ? controlsIn(answer) : undefined;
  } catch (error) {
    // A service that knows neither the switch nor the method, such as a gateway, has no controls.
    if (isOn === undefined && error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

/** What holds while nobody knows what is prescribed. */
export function closedControls(): AdminControls {
  return controlsIn({});
}

/** Undefined: the service does not say. */
async function areControlsOn(service: Service, project: string, signal: AbortSignal): Promise<boolean | undefined> {
  const metadata = { ideType: 'VSCODE', platform: 'PLATFORM_UNSPECIFIED', pluginType: 'GEMINI', duetProject: project };
  try {
    const { flags = [] } = recordOf(await service.call<unknown>('listExperiments', { project, metadata }, signal));
    if (!Array.isArray(flags)) return undefined;
    return flags.map(recordOf).some(({ flagId, boolValue }) => Number(flagId) === CONTROLS_FLAG && boolValue === true);
  } catch {
    signal.throwIfAborted();
    return undefined; // The controls themselves are asked for then.
  }
}

/** A switch that is not there is off, as in Gemini CLI. */
function controlsIn(answer: Readonly<Record<string, unknown>>): AdminControls {
  const { strictModeDisabled, secureModeEnabled, mcpSetting, cliFeatureSetting } = answer;
  const isStrict = strictModeDisabled === undefined ? secureModeEnabled !== false : strictModeDisabled !== true;
  const { mcpEnabled, mcpConfigJson } = recordOf(mcpSetting);
  const { extensionsSetting, unmanagedCapabilitiesEnabled } = recordOf(cliFeatureSetting);
  const servers = serversIn(mcpConfigJson);
  const hasServers = mcpEnabled === true && servers !== undefined;
  const hasExtensions = recordOf(extensionsSetting).extensionsEnabled === true;
  const hasSkills = unmanagedCapabilitiesEnabled === true;
  const { mcpServers: config = {}, requiredMcpServers: requiredConfig = {} } = servers ?? {};
  const off = [
    ...(isStrict ? [l10n.t('“Run everything” and “Always allow”')] : []),
    ...(hasServers ? [] : [l10n.t('MCP servers')]),
    ...(hasExtensions ? [] : [l10n.t('extensions')]),
    ...(hasSkills ? [] : [l10n.t('skills')]),
  ];
  const admin = {
    secureModeEnabled: isStrict,
    mcp: hasServers ? { enabled: true, config, requiredConfig } : { enabled: false },
    extensions: { enabled: hasExtensions },
    skills: { enabled: hasSkills },
  };
  return { settings: JSON.stringify({ admin }, null, 2), off };
}

interface PrescribedServers {
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  readonly requiredMcpServers?: Readonly<Record<string, unknown>>;
}

/** Which servers may and must be used; undefined: it can't be read, so that nobody knows which ones are meant. */
function serversIn(json: unknown): PrescribedServers | undefined {
  if (json === undefined || json === '') return {};
  if (typeof json !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const { mcpServers = {}, requiredMcpServers = {} } = isRecord(value) ? value : { mcpServers: null };
    return isRecord(mcpServers) && isRecord(requiredMcpServers) ? { mcpServers, requiredMcpServers } : undefined;
  } catch {
    return undefined; // It is no JSON.
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
