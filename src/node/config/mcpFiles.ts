import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readTexts, type FoundText } from './settingsFiles';

/** The file for server approvals, known tools and disabled servers. */
export function mcpStateFile(home = homedir()): string {
  return join(home, '.pollux', 'mcp.json');
}

export interface McpPlace {
  readonly scope: 'workspace';
  readonly format: 'mcpJson' | 'vscode';
  readonly file: string;
  readonly folder: string;
}

/** Reads the files other than settings in which workspace folders define servers. Never rejects. */
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
