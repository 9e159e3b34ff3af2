import { randomBytes, randomUUID } from 'node:crypto';
import type { Log } from '../../agent/ports/log';
import type { NoteWindowFact } from '../../agent/ports/telemetry';
import type { Workspace } from '../../agent/ports/workspace';
import type { VscodeChangeReview } from '../../vscode/review/changeReview';
import type { IdeSessions } from '../../mcp/companion/ideSessions';
import { once } from '../../node/once';
import { messageOf } from '../../shared/messageOf';
import { OpenFiles } from '../../vscode/documents/openFiles';
import { editorName, onWorkspaceChange, type TerminalVariables } from '../../vscode/terminal/terminalWindow';
import { discoveryFile, removeDiscovery, writeDiscovery } from './discoveryFile';
import { IdeHttp } from './ideHttp';
import { IdeReview } from './ideReview';

export interface CompanionOptions {
  readonly version: string;
  readonly review: VscodeChangeReview;
  readonly workspace: Workspace;
  readonly folders: () => readonly string[];
  /** Environment variables of new terminals. */
  readonly terminals: TerminalVariables;
  readonly isTrusted: () => boolean;
  readonly note: NoteWindowFact;
  readonly log: Log;
}

export interface Companion {
  /** Passes on the user's decision on a change under review. Returns false if the change isn't Gemini CLI's. */
  readonly decide: IdeReview['decide'];
  dispose(): Promise<void>;
}

/** Makes this window the editor that Gemini CLI in its terminals connects to. */
export async function startCompanion(options: CompanionOptions): Promise<Companion> {
  const { version, review, workspace, folders, terminals, isTrusted, note, log } = options;
  const files = new OpenFiles();
  const ide = new IdeReview({
    review,
    show: key => review.open(key),
    async read(file) {
      const path = await workspace.resolve(file);
      const text = (await workspace.stat(path)) ? (await workspace.readText(path)).text : null;
      return { path: path.display, text };
    },
    onAccepted: (file, text) => sessions?.tellAccepted(file, text),
    onRejected: file => sessions?.tellRejected(file),
  });
  // Loaded on demand: most terminals never run Gemini CLI, and the protocol's library is heavy.
  let sessions: IdeSessions | undefined;
  const openSessions = once(async () => {
    const { IdeSessions: Sessions } = await import('../../mcp/companion/ideSessions');
    sessions = new Sessions({
      version,
      actions: ide,
      context: () => ({ openFiles: files.current(), isTrusted: isTrusted() }),
      newId: randomUUID,
      onSession: () => note({ type: 'ideConnection', change: 'session' }),
      onError: error => log.warn(`Gemini CLI could not be told something: ${error.message}`),
    });
    return sessions;
  });
  const token = randomBytes(32).toString('hex');
  const http = await IdeHttp.start(token, async (...exchange) => (await openSessions()).handle(...exchange));
  // The extension host's parent process is also an ancestor of the terminals.
  const file = discoveryFile(process.ppid, http.port);
  const announce = async () => {
    const editor = { name: 'vscode', displayName: editorName() };
    // New terminals get the port from their environment; the file is for terminals that are already open.
    await writeDiscovery(file, { port: http.port, token, folders: folders(), editor }).catch((error: unknown) =>
      log.warn(`Gemini CLI in terminals that were open before can't find this window: ${messageOf(error)}`),
    );
    terminals.replace('GEMINI_CLI_IDE_SERVER_PORT', String(http.port));
    terminals.replace('GEMINI_CLI_IDE_WORKSPACE_PATH', folders().join(process.platform === 'win32' ? ';' : ':'));
    terminals.replace('GEMINI_CLI_IDE_AUTH_TOKEN', token);
  };
  terminals.persistent = false;
  await announce();
  const subscriptions = [
    files,
    files.onDidChange(() => sessions?.tellContext()),
    onWorkspaceChange(() => {
      sessions?.tellContext();
      void announce();
    }),
  ];
  note({ type: 'ideConnection', change: 'start' });
  log.info(`Gemini CLI in a terminal finds this window at port ${http.port}.`);
  return {
    decide: (key, verdict) => ide.decide(key, verdict),
    async dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      ide.dispose();
      terminals.clear();
      await removeDiscovery(file);
      await sessions?.close();
      http.close();
    },
  };
}
