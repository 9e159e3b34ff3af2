import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative } from 'node:path';
import { out, root } from './paths';

/** Names the sources, in place of the bundle that they were run in, in the stack of an error. VS Code does not. */
export function mapStack(stack: string): string {
  return stack.replace(
    /[^\s(]*out\/host\/(\w+\.js):(\d+):(\d+)/g,
    (place, bundle: string, line: string, column: string) => {
      const map = new SourceMap(JSON.parse(readFileSync(out('host', `${bundle}.map`), 'utf8')) as SourceMapPayload);
      const origin = map.findOrigin(Number(line), Number(column));
      return 'fileName' in origin
        ? `${sourcePath(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    },
  );
}

/** A source of a bundle, which is named relative to that, relative to the checkout. */
const sourcePath = (source: string) => relative(root, join(out('host'), source));
