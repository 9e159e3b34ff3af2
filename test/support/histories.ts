// Histories of a folder: what commands may do to it, and what it then is.
import * as fc from 'fast-check';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { link, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../src/node/files/fileErrors';

/** One thing that a command does. Paths are below the folder; what can't be done is not done. */
export type Deed =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'folder' | 'remove'; readonly path: string }
  | { readonly kind: 'move' | 'hardLink'; readonly path: string; readonly to: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number };

// Few names, so that things are often done to what is there; `ignored.log` is what git ignores.
const names = fc.constantFrom('lib', 'src', 'a.txt', 'b', 'ü', '-x', 'a\nb', '"', 'ignored.log');
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map(parts => parts.join('/'));
const texts = fc.oneof(fc.constantFrom('', 'one', 'two', 'x'.repeat(3000)), fc.string());

/** `outside`: absolute, of folders that no deed may reach through what it puts there. */
export function deeds(outside: string): fc.Arbitrary<Deed> {
  const of = <F>(kind: Deed['kind'], fields: { [N in keyof F]: fc.Arbitrary<F[N]> }) =>
    fc.record({ kind: fc.constant(kind), ...fields }, { noNullPrototype: true }) as unknown as fc.Arbitrary<Deed>;
  const targets = fc.oneof(
    paths,
    fc.constantFrom('..', '.', 'lib', '../src', 'nowhere', outside, join(outside, 'a.txt')),
  );
  return fc.oneof(
    { weight: 4, arbitrary: of('write', { path: paths, text: texts }) },
    { weight: 2, arbitrary: of('folder', { path: paths }) },
    { weight: 2, arbitrary: of('remove', { path: paths }) },
    { weight: 3, arbitrary: of('move', { path: paths, to: paths }) },
    { weight: 1, arbitrary: of('hardLink', { path: paths, to: paths }) },
    { weight: 3, arbitrary: of('link', { path: paths, target: targets }) },
    {
      weight: 2,
      arbitrary: of('mode', { path: paths, mode: fc.constantFrom(0o644, 0o755, 0o600, 0o777, 0o1777, 0o444) }),
    },
  );
}

const IMPOSSIBLE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'EINVAL', 'EPERM', 'ELOOP', 'EXDEV', 'EBUSY'];

/** Does it in `folder`, but nothing behind a link: commands may, and then it is outside. */
export async function doDeed(folder: string, deed: Deed): Promise<void> {
  const at = (path: string) => join(folder, path);
  try {
    if (isBehindLink(folder, deed.path)) return;
    if ('to' in deed && isBehindLink(folder, deed.to)) return;
    if (deed.kind !== 'remove' && deed.kind !== 'mode') {
      mkdirSync(dirname(at('to' in deed ? deed.to : deed.path)), { recursive: true });
    }
    await carryOut(deed, at);
  } catch (error) {
    if (!IMPOSSIBLE.includes(codeOf(error))) throw error;
  }
}

async function carryOut(deed: Deed, at: (path: string) => string): Promise<void> {
  switch (deed.kind) {
    case 'write':
      if (kindAt(at(deed.path)) === 'link') await rm(at(deed.path));
      return writeFile(at(deed.path), deed.text);
    case 'folder':
      mkdirSync(at(deed.path));
      return;
    case 'remove':
      return rm(at(deed.path), { recursive: true });
    case 'move':
      return rename(at(deed.path), at(deed.to));
    case 'hardLink':
      return link(at(deed.path), at(deed.to));
    case 'link':
      await rm(at(deed.path), { recursive: true, force: true });
      return symlink(deed.target, at(deed.path));
    case 'mode':
      if (kindAt(at(deed.path)) !== 'link') chmodSync(at(deed.path), deed.mode);
  }
}

/** All that is in a folder and not ignored: of each path its kind, permissions and content. */
export function treeOf(folder: string): Map<string, string> {
  const tree = new Map<string, string>();
  const visit = (below: string) => {
    for (const name of readdirSync(join(folder, below))) {
      if (name === 'ignored.log') continue;
      const path = below === '' ? name : `${below}/${name}`;
      const absolute = join(folder, path);
      const mode = (lstatSync(absolute).mode & 0o7777).toString(8);
      const kind = kindAt(absolute);
      if (kind === 'link') tree.set(path, `link ${readlinkSync(absolute)}`);
      else if (kind === 'file') tree.set(path, `file ${mode} ${readFileSync(absolute, 'latin1')}`);
      else {
        tree.set(path, `folder ${mode}`);
        visit(path);
      }
    }
  };
  visit('');
  return tree;
}

/** The paths that are not the same in both. */
export function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter(path => a.get(path) !== b.get(path)).sort();
}

function kindAt(path: string): 'file' | 'folder' | 'link' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  return stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : 'file';
}

function isBehindLink(folder: string, path: string): boolean {
  const parent = dirname(path);
  if (parent === '.') return false;
  return isBehindLink(folder, parent) || kindAt(join(folder, parent)) === 'link';
}
