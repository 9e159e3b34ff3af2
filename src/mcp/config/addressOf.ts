import type { ServerConfig } from './serverConfig';

/** The command that starts a server, or its URL. Variables are not expanded, because their values may be secret. */
export function addressOf({ transport }: Pick<ServerConfig, 'transport'>): string {
  if (transport.kind === 'editor') return 'VS Code';
  if (transport.kind !== 'stdio') return transport.url;
  return [transport.command, ...transport.args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./$\\{}-]+$/.test(word) ? word : JSON.stringify(word);
}
