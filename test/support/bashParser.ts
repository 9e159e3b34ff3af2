import { join } from 'node:path';
import { loadBashParser, type BashParser } from '../../src/node/process/shellGrammar';

const packages = join(__dirname, '../../node_modules');
let loading: Promise<BashParser> | undefined;

/** The real parser, loaded once for all tests. */
export function bashParser(): Promise<BashParser> {
  return (loading ??= loadBashParser({
    runtime: join(packages, 'web-tree-sitter/web-tree-sitter.wasm'),
    grammar: join(packages, 'tree-sitter-bash/tree-sitter-bash.wasm'),
  }));
}
