import * as l10n from '@vscode/l10n';
import type { ContentGenerator, ModelFailure, ModelReply, ModelRequest } from '../../agent/ports/model';
import { describeSecret } from '../../shared/secrets/describeSecret';
import type { LeakAnswer } from '../../shared/proposals';
import type { FoundSecret, SecretScanner } from '../../shared/secrets/secretScanner';
import { changedPiece, piecesOf, textsIn, withTexts } from './requestTexts';

export interface FirewallOptions {
  /** Returns the scanner for the current secrets, a new object when they have changed; undefined to check nothing. */
  readonly scanner: () => Promise<SecretScanner | undefined>;
  /** Asks about the secrets, given as descriptions. If absent, the user can't be asked, and nothing is sent. */
  readonly ask?: (secrets: readonly string[], signal: AbortSignal) => Promise<LeakAnswer>;
  /** Whether to redact without asking. */
  readonly redacts: () => boolean;
  /** One sentence with advice for when the user can't be asked. */
  readonly wayOn: string;
}

/**
 * Holds back requests that contain what looks like a secret of the workspace or the environment. One per chat. Each
 * piece of a conversation is scanned once, because later requests contain the same object.
 */
export class Firewall {
  readonly #options: FirewallOptions;
  #scanner: SecretScanner | undefined;
  #clean = new WeakSet<object>();
  #cleanSystem = '';
  #redacted = new WeakMap<object, object>();
  /** Texts that were sent anyway: sending them again discloses nothing new. */
  readonly #sent = new Set<string>();
  /** Secrets that are redacted without asking again. */
  readonly #taken = new Set<string>();

  constructor(options: FirewallOptions) {
    this.#options = options;
  }

  /** The generator, with its requests checked. */
  guard(generator: ContentGenerator): ContentGenerator {
    const check = (request: ModelRequest, signal: AbortSignal) => this.#check(request, signal);
    return {
      async *stream(request, signal) {
        const checked = await check(request, signal);
        if ('failure' in checked) yield { type: 'failed', failure: checked.failure };
        else yield* generator.stream(checked.request, signal);
      },
      async generate(request, signal): Promise<ModelReply> {
        const checked = await check(request, signal);
        return 'failure' in checked
          ? { ok: false, failure: checked.failure }
          : generator.generate(checked.request, signal);
      },
      // Outside the conversation, the user isn't asked: requests to count or embed are sent with secrets redacted.
      countTokens: async (request, signal) => {
        const scanner = await this.#current();
        if (!scanner || this.#leaks(request, scanner).size === 0) return generator.countTokens(request, signal);
        const messages = withTexts(request, text => text, this.#redaction(scanner)).messages;
        return generator.countTokens({ ...request, messages }, signal);
      },
      embed: async (texts, model, signal) => {
        const scanner = await this.#current();
        return generator.embed(scanner ? texts.map(text => scanner.redact(text)) : texts, model, signal);
      },
    };
  }

  async #current(): Promise<SecretScanner | undefined> {
    const scanner = await this.#options.scanner();
    if (scanner !== this.#scanner) {
      this.#scanner = scanner;
      this.#clean = new WeakSet();
      this.#redacted = new WeakMap();
      this.#cleanSystem = '';
    }
    return scanner;
  }

  async #check(
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<{ readonly request: ModelRequest } | { readonly failure: ModelFailure }> {
    const scanner = await this.#current();
    if (!scanner) return { request };
    const leaks = this.#leaks(request, scanner);
    if (leaks.size === 0) return { request };
    const open = [...leaks].filter(([, names]) => !names.every(name => this.#taken.has(name)));
    const names = [...new Set(open.flatMap(([, each]) => each))].filter(name => !this.#taken.has(name));
    const answer = names.length === 0 || this.#options.redacts() ? 'redact' : await this.#ask(names, signal);
    if (answer === 'stop') return { failure: this.#refusal(names, signal) };
    if (answer === 'redact') for (const name of names) this.#taken.add(name);
    else for (const [text] of open) this.#sent.add(text);
    return { request: withTexts(request, text => this.#redact(text, scanner), this.#redaction(scanner)) };
  }

  /** The texts with secrets, with their descriptions; texts that were sent before are excluded. */
  #leaks(request: Pick<ModelRequest, 'messages'> & { readonly system?: string }, scanner: SecretScanner) {
    const leaks = new Map<string, readonly string[]>();
    const look = (text: string): boolean => {
      const found: readonly FoundSecret[] = this.#sent.has(text) ? [] : scanner.find(text);
      if (found.length > 0) leaks.set(text, found.map(describeSecret));
      return found.length === 0;
    };
    const { system = '' } = request;
    if (system !== this.#cleanSystem && look(system)) this.#cleanSystem = system;
    for (const piece of piecesOf(request)) {
      if (this.#clean.has(piece)) continue;
      const isClean = textsIn(piece).map(look).every(Boolean);
      if (isClean) this.#clean.add(piece);
    }
    return leaks;
  }

  #redaction(scanner: SecretScanner) {
    return <T extends object>(piece: T): T => {
      if (this.#clean.has(piece)) return piece;
      const known = this.#redacted.get(piece) as T | undefined;
      if (known) return known;
      const clean = changedPiece(piece, text => this.#redact(text, scanner));
      this.#redacted.set(piece, clean);
      return clean;
    };
  }

  #redact(text: string, scanner: SecretScanner): string {
    return this.#sent.has(text) ? text : scanner.redact(text);
  }

  async #ask(names: readonly string[], signal: AbortSignal): Promise<LeakAnswer> {
    const { ask } = this.#options;
    if (!ask || signal.aborted) return 'stop';
    const stopped = new Promise<'stop'>(resolve => {
      signal.addEventListener('abort', () => resolve('stop'), { once: true });
    });
    return Promise.race([ask(names, signal), stopped]);
  }

  #refusal(names: readonly string[], signal: AbortSignal): ModelFailure {
    if (signal.aborted) return { kind: 'cancelled', message: l10n.t('Stopped.') };
    const message = l10n.t('Nothing was sent to the model: the request contains {0}.', names.join(', '));
    return { kind: 'held', message: `${message} ${this.#options.wayOn}`.trim(), isPermanent: true };
  }
}
