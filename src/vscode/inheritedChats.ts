import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface ChatsPlace {
  /** The directory for data of the window's workspace. */
  readonly storage: string;
  /** The directory that knows where the chats about a folder were stored last, for all windows. */
  readonly known: string;
  /** The address of the window's first folder. */
  readonly folder: string;
  /** Whether it is a folder by itself, not a workspace of several. */
  readonly isAlone: boolean;
}

/**
 * Gives a new workspace of several folders a copy of the chats that its first folder had. VS Code gives a window other
 * storage when a folder is added or the workspace is saved in a file, and the chats would be missing.
 */
export function inheritChats({ storage, known, folder, isAlone }: ChatsPlace): void {
  const record = join(known, createHash('sha256').update(folder).digest('hex').slice(0, 32));
  const before = existsSync(record) ? readFileSync(record, 'utf8') : '';
  if (before === storage) return;
  if (!isAlone && before !== '') copyChats(before, storage);
  mkdirSync(known, { recursive: true });
  writeFileSync(record, storage);
}

function copyChats(from: string, to: string): void {
  const [source, target] = [join(from, 'sessions'), join(to, 'sessions')];
  if (!existsSync(source) || existsSync(target)) return;
  const copy = `${target}.copy`;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const file of readdirSync(source, { withFileTypes: true })) {
    if (file.isFile() && !file.name.endsWith('.lock')) copyFileSync(join(source, file.name), join(copy, file.name));
  }
  // Drafts, and which chat is shown.
  const state = 'state.json';
  if (existsSync(join(from, state))) copyFileSync(join(from, state), join(to, state));
  renameSync(copy, target);
}
