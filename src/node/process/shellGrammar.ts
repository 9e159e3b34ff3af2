import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Language, Node, Parser } from 'web-tree-sitter';

/** A syntax node, copied out of the parser's memory. */
interface PlainNode {
  readonly type: string;
  readonly text: string;
  readonly start: number;
  readonly children: readonly PlainNode[];
  readonly field?: string;
}

export type BashParser = (text: string) => { readonly root: PlainNode; readonly hasError: boolean };

/** The paths of the WebAssembly files: the Tree-sitter runtime and the Bash grammar. */
export interface GrammarFiles {
  readonly runtime: string;
  readonly grammar: string;
}

const LONG_MS = 60_000;

/** The files beside the bundles. */
export function grammarFilesIn(dist: string): GrammarFiles {
  return { runtime: join(dist, 'web-tree-sitter.wasm'), grammar: join(dist, 'tree-sitter-bash.wasm') };
}

/** Loads the Bash grammar; called once, before the first command is evaluated. Rejects if a file is missing. */
export async function loadBashParser(files: GrammarFiles): Promise<BashParser> {
  // Compiling WebAssembly doesn't keep Node 24 alive: without this timer, a headless run would end here silently.
  const waiting = setInterval(() => undefined, LONG_MS);
  try {
    return await load(files);
  } finally {
    clearInterval(waiting);
  }
}

async function load({ runtime, grammar }: GrammarFiles): Promise<BashParser> {
  const { Parser: ParserClass, Language: LanguageClass } = await import('web-tree-sitter');
  const bytes = await readFile(grammar);
  const language: Language = await withBaselineCode(async () => {
    await ParserClass.init({ locateFile: () => runtime });
    return LanguageClass.load(bytes);
  });
  const parser = new ParserClass();
  parser.setLanguage(language);
  return text => parse(parser, text);
}

const COMPILER_FLAGS = ['wasm-dynamic-tiering', 'wasm-tier-up', 'wasm-lazy-compilation'];

/**
 * Runs `load` so that the WebAssembly it compiles keeps V8's baseline code. Otherwise its first calls trigger
 * optimization, which takes seconds of CPU time for a grammar and delays the process's exit; baseline code parses a
 * command in a millisecond. The module is compiled completely here, because the flags apply to the whole process and
 * other modules need the defaults.
 */
async function withBaselineCode<T>(load: () => Promise<T>): Promise<T> {
  for (const flag of COMPILER_FLAGS) setFlagsFromString(`--no-${flag}`);
  try {
    return await load();
  } finally {
    for (const flag of COMPILER_FLAGS) setFlagsFromString(`--${flag}`);
  }
}

const PATIENCE_MS = 50;

function parse(parser: Parser, text: string) {
  // Crafted text can keep the parser busy for very long.
  const end = performance.now() + PATIENCE_MS;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
  if (!tree) {
    parser.reset();
    return { root: { type: 'program', text, start: 0, children: [] }, hasError: true };
  }
  try {
    return { root: plain(tree.rootNode, undefined), hasError: tree.rootNode.hasError };
  } finally {
    tree.delete();
  }
}

/** Iterative, so that deeply nested text can't exhaust the stack. */
function plain(root: Node, field: string | undefined): PlainNode {
  const cursor = root.walk();
  try {
    const top: { node: PlainNode; children: PlainNode[] }[] = [];
    const open = (name: string | null) => {
      const children: PlainNode[] = [];
      const node = {
        type: cursor.nodeType,
        text: cursor.nodeText,
        start: cursor.startIndex,
        children,
        ...(name !== null && { field: name }),
      };
      top.at(-1)?.children.push(node);
      top.push({ node, children });
      return node;
    };
    const result = open(field ?? null);
    while (top.length > 0) {
      if (cursor.gotoFirstChild()) {
        open(cursor.currentFieldName);
        continue;
      }
      top.pop();
      while (top.length > 0 && !cursor.gotoNextSibling()) {
        cursor.gotoParent();
        top.pop();
      }
      if (top.length > 0) open(cursor.currentFieldName);
    }
    return result;
  } finally {
    cursor.delete();
  }
}
