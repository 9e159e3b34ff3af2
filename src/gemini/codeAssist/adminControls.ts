import * as l10n from '@vscode/l10n';
import type { CodeAssistAccess } from '../access';
import { HttpError } from '../apiError';
import type { AdminControls } from '../controlsWatch';
import { createService, type Service, type ServiceOptions } from './service';
import { findProject } from './setup';
import { isJsonObject, type JsonObject } from '../../shared/jsonObject';

/** The id of the flag with which Google enables the controls of organizations. */
const CONTROLS_FLAG = 45752213;

/**
 * The controls that the account's organization prescribes; undefined if there are none. Throws like `fetchAs` if
 * there are or may be controls, but they can't be fetched.
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
    // A service with neither the flag nor the method, such as a gateway, has no controls.
    if (isOn === undefined && error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

/** The most restrictive controls, which apply while the actual ones are unknown. */
export function closedControls(): AdminControls {
  return controlsIn({});
}

/** Returns undefined if the service doesn't say. */
async function areControlsOn(service: Service, project: string, signal: AbortSignal): Promise<boolean | undefined> {
  const metadata = { ideType: 'VSCODE', platform: 'PLATFORM_UNSPECIFIED', pluginType: 'GEMINI', duetProject: project };
  try {
    const { flags = [] } = recordOf(await service.call<unknown>('listExperiments', { project, metadata }, signal));
    if (!Array.isArray(flags)) return undefined;
    return flags.map(recordOf).some(({ flagId, boolValue }) => Number(flagId) === CONTROLS_FLAG && boolValue === true);
  } catch {
    signal.throwIfAborted();
    return undefined; // The controls themselves are requested in that case.
  }
}

/** Permissions that are missing count as denied, as in Gemini CLI. */
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

/** The allowed and the required servers; undefined if they can't be parsed. */
function serversIn(json: unknown): PrescribedServers | undefined {
  if (json === undefined || json === '') return {};
  if (typeof json !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const { mcpServers = {}, requiredMcpServers = {} } = isJsonObject(value) ? value : { mcpServers: null };
    return isJsonObject(mcpServers) && isJsonObject(requiredMcpServers)
      ? { mcpServers, requiredMcpServers }
      : undefined;
  } catch {
    return undefined; // Not valid JSON.
  }
}

function recordOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
