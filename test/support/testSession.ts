import { randomUUID } from 'node:crypto';
import type { ChangeReview } from '../../src/agent/ports/changeReview';
import type { FileWriter } from '../../src/agent/ports/fileWriter';
import type { ContentGenerator } from '../../src/agent/ports/model';
import type { Terminal } from '../../src/agent/ports/terminal';
import type { UtilityModel } from '../../src/agent/ports/utilityModel';
import type { Workspace } from '../../src/agent/ports/workspace';
import { Session, type SessionStart } from '../../src/agent/session';
import type { SessionModels } from '../../src/agent/ports/models';
import type { Budgets, SessionSettings } from '../../src/agent/ports/sessionSettings';
import type { SessionPorts } from '../../src/agent/sessionPorts';
import type { Tool } from '../../src/agent/tool';
import { createContentGenerator, type GeneratorOptions } from '../../src/gemini/contentGenerator';
import { withRetry } from '../../src/gemini/retry';
import { createUtilityModel } from '../../src/gemini/utilityModel';
import type { ApprovalMode } from '../../src/shared/protocol';
import { BaselineChanged } from '../../src/shared/errors';
import type { AgentEvent } from '../../src/shared/events';
import type { EditProposal } from '../../src/shared/proposals';
import { noLedger, noOutputFiles, noProcesses, noUtilityModel, noWeb } from './idlePorts';
import { testPolicy } from './testPolicy';
import { openEgress } from './egress';

export const MODEL = 'gemini-3.8-flash';

/** What a session is made of, in one. */
export type SessionOptions = Omit<SessionPorts, 'models' | 'toolSources'> &
  SessionModels &
  SessionSettings & { readonly tools: readonly Tool[] };

export interface TestSessionOptions extends Partial<SessionOptions> {
  readonly url: string;
  readonly startMode?: ApprovalMode;
  readonly canAsk?: boolean;
}

/** A session over a loopback server, whose waits are none, with the events that it emitted. */
export function createTestSession(options: TestSessionOptions) {
  const events: AgentEvent[] = [];
  const errors: unknown[] = [];
  const session = openSession(sessionOptions(options, errors));
  session.subscribe(event => events.push(event));
  /** Resolves with the first event, past or to come, of the given type that passes the test. */
  const event = <T extends AgentEvent['type']>(
    type: T,
    test: (event: Extract<AgentEvent, { type: T }>) => boolean = () => true,
  ) =>
    new Promise<Extract<AgentEvent, { type: T }>>(resolve => {
      const isIt = (each: AgentEvent): each is Extract<AgentEvent, { type: T }> =>
        each.type === type && test(each as Extract<AgentEvent, { type: T }>);
      const past = events.find(isIt);
      if (past) resolve(past);
      else session.subscribe(each => isIt(each) && resolve(each));
    });
  const say = (text: string) => session.submit([{ type: 'text', text }]);
  return { session, events, errors, event, say };
}

/** A session with these options. */
export function openSession(options: SessionOptions, start?: SessionStart): Session {
  const toolSources = [{ name: 'test', list: async () => options.tools }];
  return new Session({ ...options, models: options, toolSources }, options, start);
}

/** The options of a test session; what is reported as a bug is added to `errors`. Ids and times count up from one. */
export function sessionOptions(
  { url, startMode = 'default', canAsk = true, tools = noteTools, ...options }: TestSessionOptions,
  errors: unknown[] = [],
): SessionOptions {
  let mode = startMode;
  let last = 0;
  let time = 0;
  return {
    generator: loopbackGenerator(url),
    tools,
    workspace: emptyWorkspace,
    files: noteFiles(new Map()),
    terminal: noTerminal,
    processes: noProcesses,
    web: noWeb,
    outputFiles: noOutputFiles,
    utilityModel: noUtilityModel,
    policy: testPolicy({ mode: () => mode, canAsk: () => canAsk }),
    mode: () => mode,
    setMode: next => {
      mode = next;
    },
    canAsk,
    model: () => MODEL,
    inputLimit: () => 1_000_000,
    compression: () => ({ threshold: 0.5, tail: 0.3, review: false }),
    budgets: () => noBudgets,
    ledger: noLedger,
    maxTurns: 20,
    detectLoops: true,
    checksLoops: false,
    checksNextSpeaker: false,
    environment: () => ({ date: new Date(Date.UTC(2026, 0, 5)), platform: 'test' }),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message, error) => void errors.push(error instanceof Error ? error : message),
    },
    newId: () => `id-${++last}`,
    now: () => ++time,
    ...options,
  };
}

export function loopbackGenerator(
  url: string,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  more: Pick<GeneratorOptions, 'refuse' | 'patience'> = {},
): ContentGenerator {
  const generator = createContentGenerator({
    egress: openEgress(),
    access: async () => ({ via: 'apiKey', apiKey: 'test-key', baseUrl: url }),
    wait,
    userAgent: 'Pollux/test',
    newId: randomUUID,
    patience: { firstByteMs: 20_000, silenceMs: 20_000 },
    ...more,
  });
  return withRetry(generator, { maxAttempts: 3, wait, random: () => 0.5 });
}

/** Its one-off questions go to the model `small`. */
export function loopbackUtilityModel(url: string): UtilityModel {
  return createUtilityModel({
    generator: loopbackGenerator(url),
    settings: () => ({ model: 'small', generation: {} }),
    newId: () => 'id',
    now: () => 0,
  });
}

const unlimited = { tokens: 0, money: 0, requests: 0, minutes: 0 };
const noBudgets: Budgets = { prompt: unlimited, session: unlimited, day: unlimited };

const readNote: Tool = {
  kind: 'read',
  name: 'read_note',
  description: 'Reads a note.',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  title: ({ name }: { name: string }) => `Read ${name}`,
  run: async ({ name }: { name: string }) => {
    if (name === 'bug') throw new TypeError('a bug');
    return { content: `note ${name}` };
  },
};

const writeNote: Tool = {
  kind: 'change',
  changes: 'edit',
  name: 'write_note',
  description: 'Writes a note.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string' }, text: { type: 'string' } },
    required: ['name', 'text'],
  },
  title: ({ name }: { name: string }) => `Edit ${name}`,
  propose: async ({ name, text }: { name: string; text: string }): Promise<EditProposal> => ({
    kind: 'edit',
    path: name,
    file: `/notes/${name}`,
    before: 'one\ntwo\nthree\n',
    after: text,
  }),
  apply: async (approved, { files }) => {
    const { text } = await files.write(approved);
    return { content: `wrote ${text}` };
  },
};

/** Two small tools, one that reads and one that changes. */
export const noteTools: readonly Tool[] = [readNote, writeNote];

/** Notes by path; a write expects what the map holds, if it holds any. */
export function noteFiles(notes: Map<string, string>): FileWriter {
  return {
    writeAll: () => Promise.reject(new Error('No test of a session writes several notes at once.')),
    async write({ file, before, after }) {
      const current = notes.get(file) ?? before;
      if (current !== before) throw new BaselineChanged(current);
      notes.set(file, after);
      return { text: after, isSaved: true };
    },
  };
}

/** A review that shows nothing and keeps what is staged, edits included. */
export class StagedReview implements ChangeReview {
  /** Whether it opens all that is staged by itself. */
  isShown = false;
  readonly staged = new Map<string, EditProposal>();
  readonly texts = new Map<string, string>();
  /** Calls whose edits were taken away in order to be staged again. */
  readonly returning: string[] = [];

  stage(callId: string, edit: EditProposal, _onEdit?: () => void, typed?: string) {
    this.staged.set(callId, edit);
    if (typed === undefined) this.texts.delete(callId);
    else this.texts.set(callId, typed);
    return {
      text: () => this.texts.get(callId) ?? edit.after,
      close: (returns?: boolean) => {
        this.staged.delete(callId);
        if (returns) this.returning.push(callId);
      },
      isShown: this.isShown,
    };
  }

  stageAll(callId: string, edits: readonly EditProposal[]) {
    const staged = edits.map(edit => this.stage(`${callId} ${edit.path}`, edit));
    return {
      texts: () => staged.map(each => each.text()),
      close: () => {
        for (const each of staged) each.close();
      },
    };
  }
}

const noTerminal: Terminal = {
  run: async () => ({ output: '', exitCode: 0, signal: null }),
};

const none = () => Promise.reject(new Error('There are no files in this test.'));
export const emptyWorkspace: Workspace = {
  folders: () => [],
  resolve: none,
  memoryFile: none,
  stat: none,
  readText: none,
  readLines: none,
  readBytes: none,
  list: none,
  ignored: none,
  ignoredBy: none,
  find: none,
  search: none,
};
