import * as vscode from 'vscode';
import type { CodePlace, CodeSymbol } from '../../agent/ports/languageFeatures';

export function placeOf(uri: vscode.Uri, { start }: vscode.Range): CodePlace {
  const file = uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
  return { file, line: start.line + 1, column: start.character + 1 };
}

/** Extensions return a tree, or a list in which each symbol names its container. */
export function symbolsOf(
  file: string,
  symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
): CodeSymbol[] {
  return symbols.flatMap(each =>
    'children' in each
      ? treeOf(file, each, 0)
      : { ...workspaceSymbolOf(each), file, depth: each.containerName ? 1 : 0 },
  );
}

export function workspaceSymbolOf({ name, kind, containerName, location }: vscode.SymbolInformation): CodeSymbol {
  return {
    ...placeOf(location.uri, location.range),
    name,
    kind: kindName(kind),
    depth: 0,
    ...(containerName && { container: containerName }),
  };
}

function treeOf(file: string, symbol: vscode.DocumentSymbol, depth: number): CodeSymbol[] {
  const { start } = symbol.selectionRange;
  const own = {
    file,
    line: start.line + 1,
    column: start.character + 1,
    name: symbol.name,
    kind: kindName(symbol.kind),
  };
  const children = [...symbol.children].sort((a, b) => a.range.start.compareTo(b.range.start));
  return [{ ...own, depth }, ...children.flatMap(each => treeOf(file, each, depth + 1))];
}

function kindName(kind: vscode.SymbolKind): string {
  return vscode.SymbolKind[kind].toLowerCase();
}
