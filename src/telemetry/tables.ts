// Everything that is ever exported, by name: a log record has these attributes and no others.
// `media/docs/telemetry.md` describes each one, and a test keeps the two in sync.

const TOKENS = [
  ...['input_token_count', 'output_token_count', 'cached_content_token_count', 'thoughts_token_count'],
  ...['tool_token_count', 'total_token_count'],
] as const;
const ATTEMPT = ['model', 'prompt_id', 'attempt', 'error_type', 'retry_delay_ms'] as const;

export const LOG_EVENTS = {
  'gemini_cli.config': [
    ...['model', 'approval_mode', 'auth_type', 'output_format', 'extensions_count'],
    ...['hooks_enabled', 'log_user_prompts_enabled'],
  ],
  'gemini_cli.startup_stats': ['duration_ms'],
  'gemini_cli.user_prompt': ['prompt_length', 'prompt_id', 'prompt'],
  'gemini_cli.tool_call': [
    ...['function_name', 'duration_ms', 'success', 'decision', 'error_type', 'prompt_id', 'tool_type'],
    ...['content_length', 'role'],
  ],
  'gemini_cli.file_operation': ['tool_name', 'operation', 'lines', 'programming_language'],
  'gemini_cli.edit_strategy': ['strategy'],
  'gemini_cli.edit_correction': ['correction'],
  'gemini_cli.tool_output_truncated': [
    ...['tool_name', 'original_content_length', 'truncated_content_length', 'prompt_id'],
  ],
  'gemini_cli.tool_output_masking': ['prompt_id'],
  'gemini_cli.api_request': ['model', 'prompt_id', 'role'],
  'gemini_cli.api_response': ['model', 'prompt_id', 'role', 'duration_ms', 'status_code', 'finish_reason', ...TOKENS],
  'gemini_cli.api_error': ['model', 'prompt_id', 'role', 'duration_ms', 'status_code', 'error_type'],
  'gemini_cli.flash_fallback': ['model', 'prompt_id'],
  'gemini_cli.ripgrep_fallback': [],
  'gemini_cli.web_fetch_fallback_attempt': ['reason'],
  'gemini_cli.model_routing': ['decision_model', 'decision_source', 'routing_latency_ms', 'failed'],
  'gemini_cli.slash_command': ['command', 'status'],
  'gemini_cli.slash_command.model': ['model_name'],
  'gemini_cli.chat_compression': ['tokens_before', 'tokens_after', 'duration_ms'],
  'gemini_cli.chat.invalid_chunk': ['model', 'prompt_id'],
  'gemini_cli.chat.content_retry': ATTEMPT,
  'gemini_cli.chat.content_retry_failure': ['model', 'prompt_id', 'total_attempts', 'error_type'],
  'gemini_cli.network_retry_attempt': ATTEMPT,
  'gemini_cli.malformed_json_response': ['model', 'repeats'],
  'gemini_cli.next_speaker_check': ['prompt_id', 'model'],
  'gemini_cli.llm_loop_check': ['prompt_id', 'model'],
  loop_detected: ['prompt_id'],
  'gemini_cli.conversation_finished': ['turn_count', 'reason', 'prompt_id', 'duration_ms'],
  'gemini_cli.rewind': [],
  'gemini_cli.ide_connection': ['connection_type'],
  'gemini_cli.extension_install': ['status'],
  'gemini_cli.extension_uninstall': ['status'],
  'gemini_cli.extension_update': ['status'],
  'gemini_cli.extension_enable': ['status'],
  'gemini_cli.extension_disable': ['status'],
  'gemini_cli.agent.start': ['agent_name'],
  'gemini_cli.agent.finish': ['agent_name', 'duration_ms', 'turn_count', 'terminate_reason'],
  'gemini_cli.agent.recovery_attempt': ['agent_name'],
  'gemini_cli.hook_call': ['hook_event_name', 'duration_ms', 'blocked'],
  'gemini_cli.plan.execution': ['approval_mode'],
  'gemini_cli.keychain.availability': ['available'],
  'gemini_cli.onboarding.start': [],
  'gemini_cli.onboarding.success': ['auth_type'],
  'gen_ai.client.inference.operation.details': [
    ...['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.finish_reasons'],
    ...['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'error.type'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LogName = keyof typeof LOG_EVENTS;
export type AttributesOf<Name extends LogName> = Readonly<
  Partial<Record<(typeof LOG_EVENTS)[Name][number], AttributeValue | undefined>>
>;

/** Signals of Gemini CLI that can't occur here, with the reason; a test refers to them by name. */
export const NOT_SENT = {
  'gemini_cli.conseca.verdict': 'Pollux has no model that judges what tools do.',
  'gemini_cli.ui.flicker.count': 'Pollux draws no interface in a terminal.',
} as const;

interface Metric {
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly unit?: string;
  readonly description: string;
}

const counter = (description: string, unit?: string): Metric => ({
  type: 'counter',
  description,
  ...(unit && { unit }),
});
const histogram = (description: string, unit: string): Metric => ({ type: 'histogram', description, unit });
const gauge = (description: string, unit: string): Metric => ({ type: 'gauge', description, unit });

export const METRICS = {
  'gemini_cli.session.count': counter('Sessions in which something was asked'),
  'gemini_cli.startup.duration': histogram('From the start of the process to the first request', 'ms'),
  'gemini_cli.tool.call.count': counter('Calls of tools'),
  'gemini_cli.tool.call.latency': histogram('How long calls took', 'ms'),
  'gemini_cli.tool.queue.depth': histogram('Calls that wait when one begins', '{call}'),
  'gemini_cli.api.request.count': counter('Requests to models'),
  'gemini_cli.api.request.latency': histogram('How long requests took', 'ms'),
  'gemini_cli.token.usage': counter('Tokens', '{token}'),
  'gemini_cli.file.operation.count': counter('Files that tools read or changed'),
  'gemini_cli.lines.changed': counter('Lines that edits added or removed', '{line}'),
  'gemini_cli.chat_compression': counter('Compactions of a conversation'),
  'gemini_cli.chat.invalid_chunk.count': counter('Answers that were empty or malformed'),
  'gemini_cli.chat.content_retry.count': counter('Requests sent again because of that'),
  'gemini_cli.chat.content_retry_failure.count': counter('Requests given up because of that'),
  'gemini_cli.model_routing.latency': histogram('How long it took to choose a model', 'ms'),
  'gemini_cli.model_routing.failure.count': counter('Models that could not be chosen'),
  'gemini_cli.agent.run.count': counter('Runs of agents'),
  'gemini_cli.agent.duration': histogram('How long agents worked', 'ms'),
  'gemini_cli.agent.turns': histogram('Answers that agents took', '{turn}'),
  'gemini_cli.memory.usage': gauge('Memory of the process', 'By'),
  'gemini_cli.cpu.usage': gauge('Processor time of the process', 's'),
  'gen_ai.client.token.usage': histogram('Tokens of a request', '{token}'),
  'gen_ai.client.operation.duration': histogram('How long requests took', 's'),
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;

/** Names that may be exported. A model can make up any name, so other tools count only once they have run. */
export const TOOL_NAMES: ReadonlySet<string> = new Set([
  ...['read_file', 'read_many_files', 'write_file', 'replace', 'list_directory', 'glob', 'search_file_content'],
  ...['grep_search', 'run_shell_command', 'web_fetch', 'google_web_search', 'save_memory', 'write_todos', 'ask_user'],
  ...['enter_plan_mode', 'exit_plan_mode', 'activate_skill', 'complete_task', 'codebase_investigator'],
]);

/** Gemini CLI exports file operations under the names of its tools. */
export const FILE_TOOLS = {
  read: new Set(['read_file', 'read_many_files']),
  write: new Set(['write_file']),
  replace: new Set(['replace']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

/** By file extension; for other files, no language is exported. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  ...{
    c: 'C',
    cc: 'C++',
    cpp: 'C++',
    cs: 'C#',
    css: 'CSS',
    go: 'Go',
    h: 'C',
    html: 'HTML',
    java: 'Java',
    js: 'JavaScript',
  },
  ...{
    json: 'JSON',
    jsx: 'JavaScript',
    kt: 'Kotlin',
    md: 'Markdown',
    php: 'PHP',
    py: 'Python',
    rb: 'Ruby',
    rs: 'Rust',
  },
  ...{
    sh: 'Shell',
    sql: 'SQL',
    swift: 'Swift',
    toml: 'TOML',
    ts: 'TypeScript',
    tsx: 'TypeScript',
    yaml: 'YAML',
    yml: 'YAML',
  },
};

export type AttributeValue = string | number | boolean;
