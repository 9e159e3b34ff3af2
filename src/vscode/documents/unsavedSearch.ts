import { relative, sep } from 'node:path';
import type { SearchFile, SearchRequest, SearchResult, Workspace } from '../../agent/ports/workspace';
import { compileFilter } from '../../node/files/fileFilter';
import { SKIPPED } from '../../node/search/listFiles';
import { compileScan } from '../../node/search/scanText';
import { addContext } from '../../node/search/search';
import { timeBoxed } from '../../node/search/timeBox';

/**
 * The result of a search on disk, with files that have unsaved changes searched in their editors' texts instead.
 * `unsaved`: those texts by absolute path.
 */
export async function searchUnsaved(
  onDisk: SearchResult,
  request: SearchRequest,
  unsaved: ReadonlyMap<string, string>,
  workspace: Pick<Workspace, 'ignored'>,
): Promise<SearchResult> {
  const texts = await wanted(unsaved, request, workspace);
  if (texts.size === 0) return onDisk;
  const found = await addContext(search(texts, request), request, async file => texts.get(file) ?? '');
  const files = [...onDisk.files.filter(({ path }) => !texts.has(path)), ...found];
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const matches = files.flatMap(file => file.lines).filter(line => line.isMatch).length;
  return { files, matches, isCut: onDisk.isCut };
}

/** The texts below the base that the request covers, by the path that a result would have. */
async function wanted(
  unsaved: ReadonlyMap<string, string>,
  { base, include, exclude, respectIgnore, isHidden }: SearchRequest,
  workspace: Pick<Workspace, 'ignored'>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const passes = compileFilter(include, exclude);
  for (const [absolute, text] of unsaved) {
    const file = relative(base.absolute, absolute).replaceAll(sep, '/');
    const isSkipped = file
      .split('/')
      .some(name => name === '..' || name === '.git' || (respectIgnore && SKIPPED.has(name)));
    if (!isSkipped && isHidden?.(file) !== true && timeBoxed(() => passes(file))) texts.set(file, text);
  }
  if (respectIgnore) {
    for (const file of await workspace.ignored(base, [...texts.keys()], { git: true, gemini: true }))
      texts.delete(file);
  }
  return texts;
}

function search(texts: ReadonlyMap<string, string>, request: SearchRequest): SearchFile[] {
  const scan = compileScan(request);
  const limit = Math.min(request.maxMatches, request.maxMatchesPerFile ?? Infinity);
  const found = timeBoxed(() => [...texts].map(([path, text]) => ({ path, lines: scan(text).slice(0, limit) })));
  return found
    .filter(({ lines }) => lines.length > 0)
    .map(({ path, lines }) => ({ path, lines: lines.map(line => ({ ...line, isMatch: true })) }));
}
