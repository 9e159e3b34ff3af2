import * as vscode from 'vscode';
import { redact } from '../shared/redact';
import { plainText } from '../shared/plainText';

/** The protocol's levels that the editor has as well. */
type Level = 'debug' | 'info' | 'warning' | 'error';

const MAX_ENTRY = 20_000;

/** An output channel for each MCP server that logs something, or whose log the user opens. */
export class ServerLogs implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.LogOutputChannel>();
  readonly #listeners: vscode.Disposable[] = [];

  /** `onLevel`: called when the user changes the log level of a server. */
  constructor(private readonly onLevel: (server: string, level: Level) => void) {}

  write(server: string, level: string, text: string): void {
    const channel = this.#channel(server);
    const entry = redact(plainText(text.slice(0, MAX_ENTRY)));
    if (level === 'debug') channel.debug(entry);
    else if (level === 'info' || level === 'notice') channel.info(entry);
    else if (level === 'warning') channel.warn(entry);
    else channel.error(entry);
  }

  /** Shows a server's log, with `said`, the end of its standard error, below. */
  show(server: string, said: string): void {
    const channel = this.#channel(server);
    const text = redact(plainText(said.trim()));
    if (text !== '') channel.info(`stderr:\n${text}`);
    channel.show();
  }

  /** The log level that the user chose for a server. */
  levelOf(server: string): Level {
    return levelOf(this.#channels.get(server)?.logLevel ?? vscode.LogLevel.Info);
  }

  dispose(): void {
    for (const each of [...this.#listeners, ...this.#channels.values()]) each.dispose();
  }

  #channel(server: string): vscode.LogOutputChannel {
    const known = this.#channels.get(server);
    if (known) return known;
    const channel = vscode.window.createOutputChannel(`Pollux MCP: ${plainText(server)}`, { log: true });
    this.#channels.set(server, channel);
    this.#listeners.push(channel.onDidChangeLogLevel(level => this.onLevel(server, levelOf(level))));
    return channel;
  }
}

function levelOf(level: vscode.LogLevel): Level {
  if (level === vscode.LogLevel.Trace || level === vscode.LogLevel.Debug) return 'debug';
  if (level === vscode.LogLevel.Warning) return 'warning';
  return level === vscode.LogLevel.Info ? 'info' : 'error';
}
