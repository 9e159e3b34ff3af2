import {
  estimateTokens,
  type Candidate,
  type GenerateResponse,
  type Part,
  type UsageMetadata,
} from '../../../src/demo/wire';
import { stepsOf, type Ending, type Reply, type Step, type Transport, type Where } from './replies';

type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** What is left to do once chunks have become events. */
export type WireStep = StepOf<'payload' | 'error' | 'raw' | 'cut' | 'hang' | 'gate'>;

export interface WireReply {
  readonly transport: Transport;
  readonly steps: readonly WireStep[];
  readonly httpError?: StepOf<'httpError'>;
  /** A fault at a counted position rather than among the steps. */
  readonly fault?: { readonly kind: 'cut' | 'hang'; readonly at: Where; readonly isReset: boolean };
}

export interface CompileContext {
  readonly model: string;
  readonly responseId: string;
  readonly promptTokens: number;
  /** A new thought signature, or null for a model that signs nothing. */
  readonly sign: () => string | null;
  readonly transport?: Transport;
}

/** Turns a scripted reply into the events that the service would send: roles, counts, signatures and the ending added. */
export function compile(reply: Reply, context: CompileContext): WireReply {
  const steps = stepsOf(reply);
  const draft = new Draft(steps, context);
  for (const step of steps) draft.add(step);
  draft.close();
  const httpError = steps.find(step => step.kind === 'httpError');
  const [fault] = steps.flatMap(countedFault);
  const transports = steps.flatMap(step => (step.kind === 'transport' ? [step.transport] : []));
  return {
    transport: Object.assign({}, context.transport, ...transports) as Transport,
    steps: draft.steps,
    ...(httpError ? { httpError } : {}),
    ...(fault ? { fault } : {}),
  };
}

function countedFault(step: Step): NonNullable<WireReply['fault']>[] {
  if ((step.kind !== 'cut' && step.kind !== 'hang') || !step.at) return [];
  return [{ kind: step.kind, at: step.at, isReset: step.kind === 'cut' && step.isReset }];
}

class Draft {
  readonly steps: WireStep[] = [];
  private readonly counts: UsageMetadata;
  private lastChunk: GenerateResponse | undefined;
  private isEnded = false;
  private hasCall = false;
  private candidateTokens = 0;
  private thoughtTokens = 0;

  constructor(
    steps: readonly Step[],
    private readonly context: CompileContext,
  ) {
    const given = steps.map(step => (step.kind === 'usage' && !step.isAlone ? step.usage : {}));
    this.counts = Object.assign({}, ...given) as UsageMetadata;
  }

  add(step: Step): void {
    switch (step.kind) {
      case 'chunk':
        this.addChunk(step);
        break;
      case 'end':
        this.addEnding(step.end);
        break;
      case 'payload':
        if (step.payload.candidates?.some(candidate => candidate.finishReason)) this.isEnded = true;
        this.steps.push(step);
        break;
      case 'usage':
        if (step.isAlone) this.push({ usageMetadata: step.usage });
        break;
      case 'cut':
      case 'hang':
        if (step.at) break;
        this.isEnded = true;
        this.steps.push(step);
        break;
      case 'error':
        this.isEnded = true;
        this.steps.push(step);
        break;
      case 'raw':
      case 'gate':
        this.steps.push(step);
        break;
      case 'httpError':
      case 'transport':
        break;
    }
  }

  /** The last content says STOP unless something said otherwise; the counts of the whole answer stand there too. */
  close(): void {
    if (!this.lastChunk) return;
    if (!this.isEnded) this.endWith(this.lastChunk, { finishReason: 'STOP' });
    this.lastChunk.usageMetadata = totalled(
      { ...this.lastChunk.usageMetadata, ...this.counts },
      this.counts.totalTokenCount,
    );
  }

  private addChunk(step: StepOf<'chunk'>): void {
    const parts = step.parts.map(part => this.signed(structuredClone(part), step.isUnsigned ?? false));
    for (const part of parts) {
      const tokens = estimateTokens(part.text ?? part.functionCall ?? '');
      if (part.thought) this.thoughtTokens += tokens;
      else this.candidateTokens += tokens;
    }
    this.lastChunk = this.push({ candidates: [{ content: { role: 'model', parts }, index: 0 }] });
    if (step.end) this.endWith(this.lastChunk, step.end);
  }

  private addEnding(end: Ending): void {
    const standsAlone = end.finishReason && end.finishReason !== 'STOP' && end.finishReason !== 'MAX_TOKENS';
    if (standsAlone || !this.lastChunk) this.lastChunk = this.push({ candidates: [{ index: 0 }] });
    this.endWith(this.lastChunk, end);
  }

  private endWith(event: GenerateResponse, end: Ending): void {
    const { finishReason, ...fields } = end;
    if (finishReason !== undefined) this.isEnded = true;
    const candidate: Candidate = event.candidates?.[0] ?? {};
    Object.assign(candidate, fields, finishReason ? { finishReason } : {});
  }

  private signed(part: Part, isUnsigned: boolean): Part {
    if (!part.functionCall) return part;
    const isFirst = !this.hasCall;
    this.hasCall = true;
    if (!isFirst || isUnsigned || part.thoughtSignature !== undefined) return part;
    const signature = this.context.sign();
    return signature === null ? part : { ...part, thoughtSignature: signature };
  }

  private push(event: GenerateResponse): GenerateResponse {
    const { promptTokenCount, cachedContentTokenCount } = this.counts;
    const complete: GenerateResponse = {
      ...event,
      usageMetadata:
        event.usageMetadata ??
        totalled({
          promptTokenCount: promptTokenCount ?? this.context.promptTokens,
          ...(cachedContentTokenCount === undefined ? {} : { cachedContentTokenCount }),
          ...(this.candidateTokens > 0 ? { candidatesTokenCount: this.candidateTokens } : {}),
          ...(this.thoughtTokens > 0 ? { thoughtsTokenCount: this.thoughtTokens } : {}),
        }),
      modelVersion: this.context.model,
      responseId: this.context.responseId,
    };
    this.steps.push({ kind: 'payload', payload: complete });
    return complete;
  }
}

function totalled(counts: UsageMetadata, total?: number): UsageMetadata {
  const {
    promptTokenCount = 0,
    candidatesTokenCount = 0,
    thoughtsTokenCount = 0,
    toolUsePromptTokenCount = 0,
  } = counts;
  const sum = promptTokenCount + candidatesTokenCount + thoughtsTokenCount + toolUsePromptTokenCount;
  return { ...counts, totalTokenCount: total ?? sum };
}

/** The one response that a non-streaming call answers: all parts in one content, the last ending and counts. */
export function unaryResponse(events: readonly GenerateResponse[]): GenerateResponse {
  if (events.length === 1 && events[0]) return events[0];
  const parts: Part[] = [];
  let candidate: Candidate | undefined;
  for (const found of events.flatMap(event => event.candidates?.slice(0, 1) ?? [])) {
    for (const part of found.content?.parts ?? []) {
      const before = parts.at(-1);
      if (before && isPlainText(before) && isPlainText(part) && before.thought === part.thought) {
        before.text = `${before.text ?? ''}${part.text ?? ''}`;
      } else parts.push({ ...part });
    }
    candidate = { ...candidate, ...found };
  }
  if (candidate && parts.length > 0) candidate.content = { role: 'model', parts };
  const combined = Object.assign({}, ...events) as GenerateResponse;
  return candidate ? { ...combined, candidates: [candidate] } : combined;
}

function isPlainText(part: Part): boolean {
  return part.text !== undefined && part.thoughtSignature === undefined && part.functionCall === undefined;
}
