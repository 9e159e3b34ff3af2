/** What the environment says of the model and the person's home, in the names that Gemini CLI uses; empty means unset. */
export interface EnvironmentSettings {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly model?: string;
  /** Stands in for the home folder that holds `.gemini`. */
  readonly home?: string;
  readonly isTrusted: boolean;
  /** Hosts that `web_fetch` may reach although they are private. */
  readonly webFetchHosts: readonly string[];
}

/** Takes `process.env`. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): EnvironmentSettings {
  const apiKey = env.GEMINI_API_KEY || env.GOOGLE_API_KEY;
  const { GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_MODEL: model, GEMINI_CLI_HOME: home } = env;
  return {
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseUrl }),
    ...(model && { model }),
    ...(home && { home }),
    isTrusted: env.GEMINI_CLI_TRUST_WORKSPACE === 'true',
    webFetchHosts: (env.POLLUX_WEB_FETCH_HOSTS ?? '').split(',').filter(host => host !== ''),
  };
}
