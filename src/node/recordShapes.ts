// What records in our own files must contain to be usable: a file is input. Additional fields are allowed.
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import type { Checkpoint } from '../agent/ports/checkpoints';
import type { ReviewThread } from '../agent/ports/reviewThreads';
import type { AgentEvent } from '../shared/events';
import type { DecidedLine, FileLine, KnowsLine, ToldLine } from './changes/ledgerLine';
import { FOLDER_ID } from './checkpoints/entries';

const text = z.string();
const number = z.number();
const flag = z.boolean();
const anyRecord = z.record(text, z.unknown());

const usage = z.object({
  input: number,
  output: number,
  cached: number,
  thoughts: number,
  total: number,
  cost: z.optional(number),
});
const image = z.object({ mimeType: text, data: text, isMentioned: z.optional(flag) });
const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text, typed: z.optional(text), signature: z.optional(text) }),
  z.object({ type: z.literal('thought'), text, signature: z.optional(text) }),
  z.object({
    type: z.literal('toolCall'),
    call: z.object({ id: text, name: text, args: anyRecord }),
    signature: z.optional(text),
  }),
  z.extend(image, { type: z.literal('image') }),
  z.object({
    type: z.literal('file'),
    path: text,
    text,
    startLine: z.optional(number),
    endLine: z.optional(number),
    source: z.optional(text),
    isMentioned: z.optional(flag),
  }),
  z.object({ type: z.literal('opaque'), raw: anyRecord }),
]);
const editedFile = z.object({ path: text, added: number, removed: number });
const problem = z.object({ path: text, line: number, severity: text, message: text });
const newProblems = z.optional(z.object({ total: number, shown: z.array(problem) }));
const display = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.extend(editedFile, { type: z.literal('edit'), newProblems }),
  z.object({ type: z.literal('edits'), edits: z.array(editedFile), newProblems }),
  z.object({ type: z.literal('command'), exitCode: z.nullable(number), output: text }),
  z.object({ type: z.literal('todos'), todos: z.array(z.object({ text, status: text })) }),
]);
const result = z.object({
  callId: text,
  name: text,
  title: text,
  // Not a closed list: an icon from a later version is shown as no icon.
  icon: z.optional(text),
  status: text,
  content: text,
  images: z.optional(z.array(image)),
  display: z.optional(display),
  error: z.optional(text),
  errorType: z.optional(text),
  durationMs: z.optional(number),
  isProvisional: z.optional(flag),
});
const stamp = { id: text, at: number };
const message = z.discriminatedUnion('role', [
  z.object({ ...stamp, role: z.literal('user'), parts: z.array(part), isContext: z.optional(flag) }),
  z.object({
    ...stamp,
    role: z.literal('assistant'),
    model: text,
    parts: z.array(part),
    end: z.optional(text),
    usage: z.optional(usage),
  }),
  z.object({ ...stamp, role: z.literal('tool'), results: z.array(result) }),
  z.object({
    ...stamp,
    role: z.literal('notice'),
    level: text,
    text,
    format: z.optional(text),
    answers: z.optional(text),
    detail: z.optional(text),
    actions: z.optional(z.array(text)),
  }),
]);
const compacted = z.object({
  notes: z.optional(z.array(text)),
  snapshot: z.optional(z.object({ text, through: text, prompt: z.optional(text) })),
  maskedThrough: z.optional(text),
});

/** The fields of an event; null: it is never written, because nothing is pending once a session is resumed. */
type Fields = Record<string, z.ZodMiniType> | null;

/** The events of one agent's run; an agent never starts another agent. */
const EVENTS: Readonly<Record<Exclude<AgentEvent['type'], 'agent' | 'agent-started'>, Fields>> = {
  'run-started': { at: number },
  message: { message },
  delta: { messageId: text, text },
  part: { messageId: text, part },
  'message-finished': { messageId: text, end: text, at: z.optional(number), usage: z.optional(usage) },
  retry: {
    messageId: text,
    attempt: number,
    maxAttempts: number,
    delayMs: number,
    at: number,
    reason: text,
    model: z.optional(text),
    usage: z.optional(usage),
  },
  'tool-state': {
    callId: text,
    state: text,
    at: number,
    name: z.optional(text),
    title: z.optional(text),
    icon: z.optional(text),
    display: z.optional(display),
    error: z.optional(text),
  },
  'result-settled': { result },
  'tool-output': { callId: text, text },
  'tool-input': null,
  'approval-changed': null,
  silence: null,
  // A resumed session never reopens an approval, so its question isn't checked.
  'approval-requested': { approval: z.object({ callId: text }) },
  'approval-settled': { callId: text, verdict: z.object({ decision: text, reason: z.optional(text) }) },
  asked: { job: text, model: text, usage, repeats: z.optional(number) },
  compressing: {},
  compressed: { compacted, usage: z.optional(usage) },
  uncompressed: { at: number },
  rewound: { messageId: text },
  'run-finished': { reason: text },
};

const written = Object.entries(EVENTS).flatMap(([type, fields]) =>
  fields ? [z.object({ type: z.literal(type), ...fields })] : [],
);
const ofAgent = z.discriminatedUnion('type', written as [(typeof written)[number]]);
const event = z.discriminatedUnion('type', [
  ofAgent,
  z.object({ type: z.literal('agent-started'), callId: text, agent: z.object({ name: text, title: text }) }),
  z.object({ type: z.literal('agent'), callId: text, event: ofAgent }),
]);

/** Whether a record of a session file is a usable event. */
export function isEvent(value: unknown): value is AgentEvent {
  return event.safeParse(value).success;
}

const path = text.check(z.refine(isAbsolute));
const fileState = z.object({
  id: z.union([z.literal(FOLDER_ID), text.check(z.regex(/^[0-9a-f]{64}$/))]),
  mode: z.int(),
});
const checkpoint = z.object({
  id: text,
  sessionId: text,
  messageId: text,
  label: text,
  at: number,
  changes: z.array(z.object({ file: path, before: z.nullable(fileState), after: z.nullable(fileState) })),
  unkept: z.array(z.object({ file: path, size: number })),
});

/** Whether a record of changed files can be restored. */
export function isCheckpoint(value: unknown): value is Checkpoint {
  return checkpoint.safeParse(value).success;
}

const approval = z.tuple([text.check(z.regex(/^approved [0-9a-f]{64}$/)), text.check(z.minLength(1))]);

/** Whether a record is an approval by the user: the digest of everything approved, and the words shown for it. */
export function isApproval(name: string, value: unknown): value is string {
  return approval.safeParse([name, value]).success;
}

const COUNT = z.int().check(z.gte(0));
const source = z.object({
  sessionId: text,
  turn: text,
  prompt: text,
  callId: text,
  author: text,
  title: text,
  reason: z.optional(text),
  at: number,
});
const hunk = z.object({
  id: text,
  start: COUNT,
  end: COUNT,
  lines: COUNT,
  isEdited: flag,
  isSeen: z.optional(z.literal(true)),
  sources: z.array(source),
});
const fileLine = z.object({
  file: text,
  by: z.optional(text),
  state: z.optional(
    z.object({
      text,
      old: z.optional(text),
      base: z.optional(text),
      wasThere: flag,
      isThere: flag,
      hunks: z.array(hunk),
    }),
  ),
});

/** Whether a line of the changes under review is a file's state. */
export function isFileLine(value: unknown): value is FileLine {
  return fileLine.safeParse(value).success;
}

const decidedLine = z.object({
  by: z.optional(text),
  decided: z.array(
    z.object({
      file: text,
      id: text,
      choice: z.enum(['keep', 'undo']),
      line: COUNT,
      isEdited: flag,
      calls: z.array(z.object({ sessionId: text, callId: text })),
    }),
  ),
});

/** Whether a line of the changes under review is a decision. */
export function isDecidedLine(value: unknown): value is DecidedLine {
  return decidedLine.safeParse(value).success;
}

const knowsLine = z.object({
  at: number,
  knows: z.object({ sessionId: text, file: text, text: z.nullable(text) }),
});

/** Whether a line of the changes under review says what a model knows of a file. */
export function isKnowsLine(value: unknown): value is KnowsLine {
  return knowsLine.safeParse(value).success;
}

const toldLine = z.object({ told: text });

/** Whether a line of the changes under review says that a model was told of decisions. */
export function isToldLine(value: unknown): value is ToldLine {
  return toldLine.safeParse(value).success;
}

const reviewThread = z.object({
  id: text,
  file: path,
  side: z.enum(['text', 'base']),
  start: COUNT,
  end: COUNT,
  quote: z.array(text),
  sessionId: z.optional(text),
  sentTo: z.optional(text),
  sentAs: z.optional(text),
  entries: z
    .array(
      z.object({
        by: z.enum(['user', 'model']),
        text,
        at: number,
        isDraft: z.optional(z.literal(true)),
        diff: z.optional(text),
      }),
    )
    .check(z.minLength(1)),
  isResolved: flag,
});

/** Whether a line of the comments on changes is a thread. */
export function isReviewThread(value: unknown): value is ReviewThread {
  return reviewThread.safeParse(value).success;
}
