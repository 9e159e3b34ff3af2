import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readTexts, type FoundText } from './settingsFiles';

/** Where approvals of servers, the tools that are known, and what is switched off are kept. */
export function mcpStateFile(home = homedir()): string {
  return join(home, '.pollux', 'mcp.json');
}

export interface McpPlace {
  readonly scope: 'workspace';
  readonly format: 'mcpJson' | 'vscode';
  readonly file: string;
  readonly folder: string;
}

/** The files besides settings in which the folders of a workspace name servers. Never rejects. */
export function readMcpFiles(folders: readonly string[]): Promise<readonly FoundText<McpPlace>[]> {
  const places = folders.flatMap((folder): McpPlace[] => [
    { scope: 'workspace', format: 'mcpJson', file: join(folder, '.mcp.json'), folder },
    { scope: 'workspace', format: 'vscode', file: join(folder, '.vscode', 'mcp.json'), folder },
  ]);
  return readTexts(places);
}

/** SHA-256, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
