import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', 'golden');

/** Compares `text` with `test/golden/NAME.txt`. `UPDATE_GOLDEN=1` writes the file anew: read the difference before you commit it. */
export function assertGolden(name: string, text: string): void {
  const file = join(FOLDER, `${name}.txt`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  assert.equal(text, existsSync(file) ? readFileSync(file, 'utf8') : '', `differs from ${file}`);
}
