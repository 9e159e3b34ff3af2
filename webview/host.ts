import type { ChatEvent, ChatHost, TabState, ToHost, ToView } from '../src/shared/protocol';
import { connectHost } from '../src/shared/rpc';

declare function acquireVsCodeApi(): {
  postMessage(message: ToHost): void;
  setState(state: TabState): void;
  getState(): unknown;
};

/** Every method of the host; the type ensures that none is missing. */
const METHODS: Readonly<Record<keyof ChatHost, true>> = {
  ready: true,
  submit: true,
  sendQueued: true,
  takeBack: true,
  stop: true,
  retryNow: true,
  cancelCall: true,
  newChat: true,
  editPrompt: true,
  saveEdit: true,
  cancelEdit: true,
  sendEdited: true,
  showReplaced: true,
  fork: true,
  showEarlier: true,
  decide: true,
  writeInput: true,
  decideEdits: true,
  reviewEdits: true,
  decideChanges: true,
  reviewChanges: true,
  takeChangesBack: true,
  sendReview: true,
  openDiff: true,
  openFile: true,
  openLink: true,
  attach: true,
  attachImage: true,
  detach: true,
  setModel: true,
  pickModel: true,
  setMode: true,
  showHistory: true,
  startDemo: true,
  act: true,
  copy: true,
  insert: true,
  complete: true,
  weigh: true,
  saveDraft: true,
  saveAnswers: true,
  focusChanged: true,
  report: true,
};
export const HOST_METHODS = Object.keys(METHODS) as readonly (keyof ChatHost)[];

/**
 * Connects to the extension host. Events arrive in the order they happened. `chat` returns the id of the chat shown.
 * May be called only once per page. After a window reload, the page and the host of a tab get the last state given to
 * `remember`.
 */
export function openHost(
  onEvents: (events: readonly ChatEvent[]) => void,
  chat: () => string,
): { readonly host: ChatHost; readonly remembered: unknown; readonly remember: (state: TabState) => void } {
  const api = acquireVsCodeApi();
  const connection = connectHost(HOST_METHODS, message => api.postMessage(message), chat);
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isToView(data)) return;
    if ('reply' in data) connection.receive(data);
    else onEvents(data.events);
  });
  return { host: connection.host, remembered: api.getState(), remember: state => api.setState(state) };
}

/** Only the host posts to this page; messages in another format come from browser tools and are ignored. */
function isToView(data: unknown): data is ToView {
  if (typeof data !== 'object' || data === null) return false;
  return 'reply' in data || ('events' in data && Array.isArray(data.events));
}
