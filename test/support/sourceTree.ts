import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

export const root = join(__dirname, '..', '..');

export interface Import {
  /** Path below the root, with slashes. */
  readonly file: string;
  readonly target: string;
}

export function importsIn(folder: string): Import[] {
  const files = sources(folder);
  return files.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = text.matchAll(/(?:from|import|import\(|require\()\s*['"]([^'"]+)['"]/g);
    return [...found].map(([, target = '']) => ({ file, target: resolveTarget(file, target) }));
  });
}

export function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .map(file => `${folder}/${file.split(sep).join('/')}`);
}

function resolveTarget(file: string, target: string): string {
  return target.startsWith('.')
    ? relative(root, join(root, dirname(file), target))
        .split(sep)
        .join('/')
    : target;
}

export const MAX_LINES = 150;

/** Functions and classes of more lines, as `file: name`. */
export function longIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (text.split('\n').length <= MAX_LINES) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    const start = node.getStart(source);
    // What is in something short is short.
    if (lineAt(node.end) - lineAt(start) < MAX_LINES) return;
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) found.push(`${file}: ${node.name?.getText(source) ?? ''}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The files of a folder, without ending, that are in a circle of imports. */
export function circles(folder: string): string[] {
  const targets = new Map<string, Set<string>>();
  for (const file of sources(folder)) {
    const code = readFileSync(join(root, file), 'utf8');
    // Types count: who reads one of two files that need each other has to read both.
    const found = [...code.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm)];
    targets.set(file.replace(/\.tsx?$/, ''), new Set(found.map(([, target = '']) => resolveTarget(file, target))));
  }
  // A file that imports none of the others, or that none of them imports, is in no circle.
  for (let before = -1; before !== targets.size;) {
    before = targets.size;
    const imported = new Set([...targets.values()].flatMap(each => [...each]));
    for (const [file, own] of targets) {
      if (!imported.has(file) || ![...own].some(each => targets.has(each))) targets.delete(file);
    }
  }
  return [...targets.keys()].sort();
}
