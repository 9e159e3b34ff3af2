// What each event of a session file must hold to be folded, sent and shown: a file is input. More fields may be there.
import type { AgentEvent } from '../../shared/events';

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const text: Check = value => typeof value === 'string';
const number: Check = value => typeof value === 'number';
const flag: Check = value => typeof value === 'boolean';
const anything: Check = () => true;
const maybe =
  (check: Check): Check =>
  value =>
    value === undefined || check(value);
const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check);
const record =
  (checks: Readonly<Record<string, Check>>): Check =>
  value =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
/** A record whose field `key` says which of the shapes it has. */
const oneOf =
  (key: string, shapes: Readonly<Record<string, Check>>): Check =>
  value => {
    const kind = isObject(value) ? value[key] : undefined;
    return typeof kind === 'string' && Object.hasOwn(shapes, kind) && shapes[kind]?.(value) === true;
  };

const usage = record({
  input: number,
  output: number,
  cached: number,
  thoughts: number,
  total: number,
  cost: maybe(number),
});
const image = record({ mimeType: text, data: text, isMentioned: maybe(flag) });
const part = oneOf('type', {
  text: record({ text, signature: maybe(text) }),
  thought: record({ text, signature: maybe(text) }),
  toolCall: record({ call: record({ id: text, name: text, args: isObject }), signature: maybe(text) }),
  image,
  file: record({
    path: text,
    text,
    startLine: maybe(number),
    endLine: maybe(number),
    source: maybe(text),
    isMentioned: maybe(flag),
  }),
  opaque: record({ raw: isObject }),
});
const editedFile = record({ path: text, added: number, removed: number });
const display = oneOf('type', {
  text: record({ text }),
  edit: editedFile,
  edits: record({ edits: listOf(editedFile) }),
  command: record({ exitCode: orNull(number), output: text }),
  todos: record({ todos: listOf(record({ text, status: text })) }),
});
const result = record({
  callId: text,
  name: text,
  title: text,
  status: text,
  content: text,
  images: maybe(listOf(image)),
  display: maybe(display),
  error: maybe(text),
  errorType: maybe(text),
  durationMs: maybe(number),
  isProvisional: maybe(flag),
});
const stamped = (checks: Readonly<Record<string, Check>>) => record({ id: text, at: number, ...checks });
const message = oneOf('role', {
  user: stamped({ parts: listOf(part), isContext: maybe(flag) }),
  assistant: stamped({ model: text, parts: listOf(part), end: maybe(text), usage: maybe(usage) }),
  tool: stamped({ results: listOf(result) }),
  notice: stamped({ level: text, text, format: maybe(text), detail: maybe(text), actions: maybe(listOf(text)) }),
});
const condensed = record({
  notes: maybe(listOf(text)),
  snapshot: maybe(record({ text, through: text, prompt: maybe(text) })),
  maskedThrough: maybe(text),
});

const SHAPES: Readonly<Record<AgentEvent['type'], Check>> = {
  'run-started': record({ at: number }),
  message: record({ message }),
  delta: record({ messageId: text, text }),
  part: record({ messageId: text, part }),
  'message-finished': record({ messageId: text, end: text, usage: maybe(usage) }),
  retry: record({
    messageId: text,
    attempt: number,
    maxAttempts: number,
    delayMs: number,
    at: number,
    reason: text,
    model: maybe(text),
    usage: maybe(usage),
  }),
  'tool-state': record({
    callId: text,
    state: text,
    at: number,
    name: maybe(text),
    title: maybe(text),
    display: maybe(display),
    error: maybe(text),
  }),
  'result-settled': record({ result }),
  'tool-output': record({ callId: text, text }),
  // None is written: nothing waits any more when the session is taken up.
  'tool-input': () => false,
  'approval-changed': () => false,
  silence: () => false,
  // Never open again when the session is taken up, so what was asked is not looked at.
  'approval-requested': record({ approval: record({ callId: text }) }),
  'approval-settled': record({ callId: text, verdict: record({ decision: text, reason: maybe(text) }) }),
  asked: record({ job: text, model: text, usage, repeats: maybe(number) }),
  compressing: anything,
  compressed: record({ condensed, usage: maybe(usage) }),
  uncompressed: record({ at: number }),
  rewound: record({ messageId: text }),
  'agent-started': record({ callId: text, agent: record({ name: text, title: text }) }),
  // No agent sets another one to work.
  agent: record({
    callId: text,
    event: value => isEvent(value) && value.type !== 'agent' && value.type !== 'agent-started',
  }),
  'run-finished': record({ reason: text }),
};
const event = oneOf('type', SHAPES);

/** Whether a record is an event, with all that is needed of it. */
export function isEvent(value: unknown): value is AgentEvent {
  return event(value);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
