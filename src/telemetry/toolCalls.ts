import type { AgentEvent } from '../shared/events';
import type { EditedFile, ToolResult } from '../shared/messages';
import { log, metric, word, type Signal, type SpanData } from './signals';
import { FILE_TOOLS, LANGUAGES, TOOL_NAMES } from './tables';

type Decision = 'accept' | 'reject' | 'modify' | 'auto_accept';

interface Call {
  readonly at: number;
  readonly isWaiting: boolean;
  readonly decision?: Decision;
  /** How the edit's place was found, unless by an exact match. */
  readonly correction?: string;
  readonly isPlan?: boolean;
}

type CallEvent = Extract<AgentEvent, { type: 'tool-state' | 'approval-requested' | 'approval-settled' }>;

/** Creates the signals for the calls of a session. */
export class ToolCalls {
  readonly #calls = new Map<string, Call>();
  /** Names known to be tools, because a model can make up any name. */
  readonly #ran = new Set<string>();
  readonly #names = new Map<string, string>();

  constructor(
    private readonly role: 'main' | 'subagent',
    private readonly promptId: () => string,
  ) {}

  take(event: CallEvent, now: number): readonly Signal[] {
    switch (event.type) {
      case 'tool-state':
        return this.#state(event);
      case 'approval-requested': {
        const { callId, proposal } = event.approval;
        const edit = proposal.kind === 'edit' ? proposal : undefined;
        const isPlan = proposal.kind === 'mode' && proposal.plan !== undefined;
        this.#change(callId, now, { ...(edit?.correction && { correction: edit.correction }), isPlan });
        return [];
      }
      case 'approval-settled':
        return this.#settled(event, now);
      default:
        return event satisfies never;
    }
  }

  #state({ callId, state, at, name, approvalSource }: Extract<CallEvent, { type: 'tool-state' }>): readonly Signal[] {
    if (name !== undefined) this.#names.set(callId, name);
    this.#change(callId, at, { isWaiting: state === 'scheduled' });
    if (state !== 'executing') return [];
    const called = this.#names.get(callId);
    if (called !== undefined) this.#ran.add(called);
    const { decision } = this.#calls.get(callId) ?? {};
    const source = approvalSource?.by === 'user' ? 'accept' : 'auto_accept';
    this.#change(callId, at, { decision: decision ?? source });
    const waiting = [...this.#calls.values()].filter(({ isWaiting }) => isWaiting).length;
    return [metric('gemini_cli.tool.queue.depth', waiting)];
  }

  #settled({ callId, verdict }: Extract<CallEvent, { type: 'approval-settled' }>, now: number): readonly Signal[] {
    if (verdict.decision === 'reject') {
      this.#change(callId, now, { decision: 'reject' });
      return [];
    }
    const isEdited = (verdict.edited ?? verdict.editedAll) !== undefined;
    this.#change(callId, now, { decision: isEdited ? 'modify' : 'accept' });
    if (!this.#calls.get(callId)?.isPlan) return [];
    return [log('gemini_cli.plan.execution', now, { approval_mode: verdict.mode ?? 'default' })];
  }

  /** `inner`: the spans of the work inside the call. */
  end(
    result: ToolResult,
    now: number,
    inner: readonly SpanData[],
  ): { readonly signals: readonly Signal[]; readonly span: SpanData } {
    const call = this.#calls.get(result.callId);
    this.#calls.delete(result.callId);
    this.#names.delete(result.callId);
    const { status, durationMs, errorType } = result;
    const name = this.nameOf(result.name);
    const type = name.startsWith('mcp_') ? 'mcp' : 'native';
    const success = status === 'success';
    const start = call?.at ?? now;
    const duration = durationMs ?? Math.max(0, now - start);
    const decision = status === 'rejected' ? 'reject' : call?.decision;
    const error_type = success || errorType === undefined ? undefined : word(errorType);
    const counted = { function_name: name, success, tool_type: type, ...(decision && { decision }) };
    const signals = [
      log('gemini_cli.tool_call', now, {
        ...{ ...counted, duration_ms: duration, error_type, role: this.role },
        ...{ prompt_id: this.promptId(), content_length: result.content.length },
      }),
      metric('gemini_cli.tool.call.count', 1, counted),
      metric('gemini_cli.tool.call.latency', duration, { function_name: name }),
      ...this.#truncated(result, name, now),
      ...(success ? fileSignals(result, name, call?.correction, now) : []),
    ];
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, success };
    const span = { name: `execute_tool ${name}`, start, end: Math.max(start, now), isFailed: !success, attributes };
    return { signals, span: { ...span, children: inner } };
  }

  /** When a run ends, all its calls have ended. */
  forget(): void {
    this.#calls.clear();
    this.#names.clear();
  }

  nameOf(name: string): string {
    return TOOL_NAMES.has(name) || this.#ran.has(name) ? word(name) : 'other';
  }

  #truncated({ content }: ToolResult, name: string, now: number): readonly Signal[] {
    const omitted = /\n\.\.\. \[(\d{1,12}) characters omitted; /.exec(content)?.[1];
    if (omitted === undefined) return [];
    const original = content.length + Number(omitted);
    return [
      log('gemini_cli.tool_output_truncated', now, {
        ...{ tool_name: name, prompt_id: this.promptId() },
        ...{ original_content_length: original, truncated_content_length: content.length },
      }),
    ];
  }

  #change(callId: string, at: number, change: Partial<Call>): void {
    const call = this.#calls.get(callId) ?? { at, isWaiting: false };
    this.#calls.set(callId, { ...call, ...change });
  }
}

function fileSignals(result: ToolResult, name: string, correction: string | undefined, now: number): Signal[] {
  const { display } = result;
  if (FILE_TOOLS.read.has(name)) return operation(name, 'read', undefined, now);
  const edits = display?.type === 'edit' ? [display] : display?.type === 'edits' ? display.edits : [];
  if (edits.length === 0) return [];
  const isModel = correction === 'model' || correction === 'escapes';
  return [
    ...edits.flatMap(edit => edited(name, edit, now)),
    ...(FILE_TOOLS.replace.has(name)
      ? [log('gemini_cli.edit_strategy', now, { strategy: correction ?? 'exact' })]
      : []),
    ...(isModel ? [log('gemini_cli.edit_correction', now, { correction })] : []),
  ];
}

function edited(name: string, { path, added, removed }: EditedFile, now: number): Signal[] {
  const isNew = FILE_TOOLS.write.has(name) && removed === 0;
  return [
    ...operation(name, isNew ? 'create' : 'update', { path, lines: added }, now),
    metric('gemini_cli.lines.changed', added, { function_name: name, type: 'added' }),
    metric('gemini_cli.lines.changed', removed, { function_name: name, type: 'removed' }),
  ];
}

function operation(
  name: string,
  kind: string,
  file: { readonly path: string; readonly lines: number } | undefined,
  now: number,
): Signal[] {
  const programming_language = file && languageOf(file.path);
  const about = { tool_name: name, operation: kind, programming_language };
  return [
    log('gemini_cli.file_operation', now, { ...about, lines: file?.lines }),
    metric('gemini_cli.file.operation.count', 1, { operation: kind, programming_language }),
  ];
}

function languageOf(path: string): string | undefined {
  const end = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(LANGUAGES, end) ? LANGUAGES[end] : undefined;
}
