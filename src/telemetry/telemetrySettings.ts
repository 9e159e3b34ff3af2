import { GEMINI_ROWS, type GeminiSettings } from '../config/geminiSettings';

export type OtlpProtocol = 'grpc' | 'http';

/** What is exported, and where to. */
export interface TelemetrySettings {
  /** Log records and metrics. */
  readonly isOn: boolean;
  readonly traces: boolean;
  /** Whether the text of prompts is exported. */
  readonly logPrompts: boolean;
  /** A file is used instead of a collector. */
  readonly to: { readonly file: string } | { readonly endpoint: string; readonly protocol: OtlpProtocol };
  /** One sentence if the settings can't work; nothing is exported then. */
  readonly problem?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Where telemetry is sent. If the administrator requires telemetry, only the administrator can set these. */
const TARGETS: readonly TelemetryKey[] = [
  'telemetry.target',
  'telemetry.useCollector',
  'telemetry.otlpEndpoint',
  'telemetry.otlpProtocol',
  'telemetry.outfile',
];

type TelemetryKey = Extract<keyof typeof GEMINI_ROWS, `telemetry.${string}`>;

/**
 * Reads the settings and the process's environment variables, which override all settings except the administrator's.
 * A project's `.env` is ignored.
 */
export function telemetrySettingsOf(settings: GeminiSettings, env: Variables): TelemetrySettings {
  const { forced = {} } = settings;
  const read = <K extends TelemetryKey, V>(key: K, variable: V | undefined): GeminiSettings[K] | V => {
    if (forced[key] !== undefined) return forced[key];
    const isAdministrators = forced['telemetry.enabled'] === true && TARGETS.includes(key);
    return isAdministrators ? (GEMINI_ROWS[key].default as GeminiSettings[K]) : (variable ?? settings[key]);
  };
  const isOn = read('telemetry.enabled', switchOf(env.GEMINI_TELEMETRY_ENABLED));
  const isTraced = read('telemetry.traces', switchOf(env.GEMINI_TELEMETRY_TRACES_ENABLED));
  const mayTrace = forced['telemetry.enabled'] !== false && forced['telemetry.traces'] !== false;
  const file = read('telemetry.outfile', env.GEMINI_TELEMETRY_OUTFILE || undefined);
  const endpoint = read(
    'telemetry.otlpEndpoint',
    env.GEMINI_TELEMETRY_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
  );
  const protocol = read('telemetry.otlpProtocol', env.GEMINI_TELEMETRY_OTLP_PROTOCOL || undefined);
  const target = read('telemetry.target', env.GEMINI_TELEMETRY_TARGET || undefined);
  const usesCollector = read('telemetry.useCollector', switchOf(env.GEMINI_TELEMETRY_USE_COLLECTOR));
  const problem = problemOf({ target, endpoint, protocol, isFile: file !== '', usesCollector });
  return {
    isOn,
    traces: (isOn && isTraced) || (mayTrace && switchOf(env.GEMINI_DEV_TRACING) === true),
    logPrompts: read('telemetry.logPrompts', switchOf(env.GEMINI_TELEMETRY_LOG_PROMPTS)),
    to: file === '' ? { endpoint, protocol: protocol === 'http' ? 'http' : 'grpc' } : { file },
    ...(problem !== undefined && { problem }),
  };
}

interface Target {
  readonly target: string;
  readonly endpoint: string;
  readonly protocol: string;
  readonly isFile: boolean;
  readonly usesCollector: boolean;
}

function problemOf({ target, endpoint, protocol, isFile, usesCollector }: Target): string | undefined {
  if (target !== 'local' && target !== 'gcp')
    return `Telemetry is off: its target is "local" or "gcp", not "${target}".`;
  if (isFile) return undefined;
  if (target === 'gcp' && !usesCollector)
    return 'Telemetry is off: Pollux reaches Google Cloud through a collector only. Run one and set "telemetry.useCollector".';
  if (protocol !== 'grpc' && protocol !== 'http')
    return `Telemetry is off: its protocol is "grpc" or "http", not "${protocol}".`;
  if (!isHttpAddress(endpoint))
    return 'Telemetry is off: "telemetry.otlpEndpoint" must be an address that begins with http:// or https://.';
  return undefined;
}

function isHttpAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:';
}

function switchOf(value: string | undefined): boolean | undefined {
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : undefined;
}
