import type { Session } from '../../agent/session';
import type { ChatValues } from '../chatValues';
import { isShown } from '../surfaces/viewEvents';
import { OutgoingPrompt } from './outgoingPrompt';

type Values = Pick<ChatValues, 'get' | 'set'>;

/**
 * An outgoing prompt that is stored, in case the process ends before the session file has it. It is stored with the id
 * of the prompt that it follows, if any: where another one does, it was recorded.
 */
export class StoredOutgoing extends OutgoingPrompt {
  /** False: what is stored was left by an earlier process. */
  #isOurs = false;

  constructor(
    private readonly values: Values,
    private readonly session: Pick<Session, 'state' | 'subscribe'>,
  ) {
    super();
    // By now, everything that came of a prompt is recorded.
    session.subscribe(({ type }) => {
      if (type === 'run-finished' && this.#isOurs && this.text === '') this.values.set('outgoing', undefined);
    });
  }

  override begin(text: string, onChange: () => void): void {
    super.begin(text, onChange);
    this.#isOurs = true;
    this.values.set('outgoing', `${this.#last}\n${text}`);
  }

  override end(): void {
    const { text } = this;
    super.end();
    // In the conversation, it may not be on disk yet.
    if (text !== '' && lostIn(this.values, this.#last) !== '') this.values.set('outgoing', undefined);
  }

  /** Ends it; returns its text. */
  drop(): string {
    const { text } = this;
    this.end();
    return text;
  }

  /** The prompt that an earlier process has left unrecorded, once; empty: there is none. */
  takeLost(): string {
    return takeLost(this.values, this.#last);
  }

  /** The id of the last prompt in the conversation; empty: there is none. */
  get #last(): string {
    return this.session.state.messages.findLast(each => each.role === 'user' && isShown(each))?.id ?? '';
  }
}

/** As `StoredOutgoing.takeLost`, for a chat whose last prompt has the id `last`. */
export function takeLost(values: Values, last: string): string {
  const lost = lostIn(values, last);
  values.set('outgoing', undefined);
  return lost;
}

function lostIn(values: Values, last: string): string {
  const stored = values.get('outgoing') ?? '';
  return stored.startsWith(`${last}\n`) ? stored.slice(last.length + 1) : '';
}
