import * as l10n from '@vscode/l10n';
import type { SessionStore } from '../../agent/ports/sessionStore';
import type { Chat } from '../../chat/chat';
import { runsAsJson } from '../../sessions/runs/exportRuns';
import type { Run } from '../../sessions/runs/run';
import { RunTimeline } from '../../sessions/runs/runTimeline';
import type { AgentEvent } from '../../shared/events';
import { displayLanguage } from '../../vscode/displayLanguage';
import { saveText } from '../../vscode/questions/saveText';
import { showInformationMessage } from '../../vscode/plainWindow';
import type { WindowPanel } from '../panel/windowPanel';
import { rowsBelow, rowsOfRuns, type RunRow } from './runRows';

export interface WindowRunsOptions {
  readonly panel: Pick<WindowPanel, 'chats' | 'subscribe'>;
  readonly store: Pick<SessionStore, 'load' | 'list'>;
  /** Called when the rows have changed. */
  readonly onChange: () => void;
}

/** A run changes many times a second, faster than anyone can read. */
const UPDATE_MS = 500;
/** How often the file is read at most: during a run, events may arrive faster than that; the last read is then used. */
const READS = 10;

/** The runs of the chat that the panel shows: read from its file, then updated with each event. */
export class WindowRuns {
  #chat = '';
  #timeline: Promise<RunTimeline> | undefined;
  #opened: RunTimeline | undefined;
  /** How many events about steps have arrived. */
  #seen = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #unsubscribe: () => void;

  constructor(private readonly options: WindowRunsOptions) {
    this.#unsubscribe = options.panel.subscribe((chat, events) => this.#take(chat, events));
  }

  async rows(row?: RunRow): Promise<readonly RunRow[]> {
    const options = { now: Date.now(), language: displayLanguage() };
    return row ? rowsBelow(row, options) : rowsOfRuns(await this.runs(), options);
  }

  async runs(): Promise<readonly Run[]> {
    const chat = this.options.panel.chats.active;
    if (chat.id !== this.#chat) this.#forget(chat);
    this.#timeline ??= this.#read(chat).catch((error: unknown) => {
      this.#timeline = undefined;
      throw error;
    });
    return (await this.#timeline).runs;
  }

  /** Exports the runs as JSON to a file that the user chooses. */
  async export(): Promise<void> {
    const runs = await this.runs();
    if (runs.length === 0) {
      void showInformationMessage(l10n.t('There is nothing in this chat yet.'));
      return;
    }
    const { id } = this.options.panel.chats.active;
    const title = (await this.options.store.list()).find(session => session.id === id)?.title ?? '';
    const name = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40) || 'chat'}-runs.json`;
    await saveText(() => runsAsJson({ id, title }, runs), {
      title: l10n.t('Export Runs'),
      name,
      filters: { JSON: ['json'] },
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  #take(chat: Chat, events: readonly AgentEvent[]): void {
    if (chat !== this.options.panel.chats.active) return;
    const told = events.filter(tellsOfSteps);
    if (chat.id === this.#chat && told.length === 0) return;
    this.#seen += told.length;
    if (chat.id === this.#chat) for (const event of told) this.#opened?.take(event);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.options.onChange();
    }, UPDATE_MS);
  }

  #forget(chat: Chat): void {
    this.#chat = chat.id;
    this.#timeline = undefined;
    this.#opened = undefined;
  }

  /** Events that arrive during a read may or may not be in the file, so it is read until none arrived meanwhile. */
  async #read(chat: Chat): Promise<RunTimeline> {
    for (let reads = 1; ; reads++) {
      chat.flush();
      const seen = this.#seen;
      await this.options.panel.chats.save();
      const events = (await this.options.store.load(chat.id))?.events ?? [];
      if (seen !== this.#seen && reads < READS) continue;
      const timeline = new RunTimeline();
      for (const event of events) timeline.take(event);
      if (chat.id === this.#chat) this.#opened = timeline;
      return timeline;
    }
  }
}

/** Whether an event matters to a step. Those that don't, such as pieces of text, arrive by the hundred. */
function tellsOfSteps(event: AgentEvent): boolean {
  if (event.type === 'agent') return tellsOfSteps(event.event);
  return !['delta', 'part', 'tool-output', 'tool-input', 'silence', 'approval-changed'].includes(event.type);
}
