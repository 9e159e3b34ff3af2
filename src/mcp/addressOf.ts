import type { ServerConfig } from './serverConfig';

/** What a server is: the command that it is started with, or where it is reached. Nothing is expanded: it may be secret. */
export function addressOf({ transport }: Pick<ServerConfig, 'transport'>): string {
  if (transport.kind === 'editor') return 'VS Code';
  if (transport.kind !== 'stdio') return transport.url;
  return [transport.command, ...transport.args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./$\\{}-]+$/.test(word) ? word : JSON.stringify(word);
}
