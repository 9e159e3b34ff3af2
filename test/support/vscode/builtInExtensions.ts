import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { VsCode } from './install';

/** What windows of tests need of VS Code's own extensions. The other ninety cost each of them seconds. */
const needed = [
  ...['configuration-editing', 'diff', 'git', 'git-base', 'ipynb', 'javascript', 'json', 'json-language-features'],
  ...[
    'markdown-basics',
    'markdown-language-features',
    'media-preview',
    'merge-conflict',
    'notebook-renderers',
    'python',
  ],
  ...['references-view', 'search-result', 'shellscript', 'theme-defaults', 'theme-seti', 'typescript-basics', 'yaml'],
];

/** A folder with those of VS Code's own extensions that most tests can do with. */
export function fewExtensions({ main }: VsCode): string {
  const all = resolve(main, '..', '..', 'extensions');
  const folder = mkdtempSync(join(tmpdir(), 'built-in-'));
  for (const name of needed) symlinkSync(join(all, name), join(folder, name));
  return folder;
}
