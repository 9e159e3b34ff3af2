import { visiblePieces } from './hiddenCharacters';

// Notifications, input boxes and labels of VS Code make links of `[text](address)`, commands among them, and icons of
// `$(name)`. What hooks, skills, files, servers and models say is not to be taken for either.

/** A text of which VS Code makes no link; characters that would not be seen are written out. */
export function plainText(text: string): string {
  return visiblePieces(text)
    .map(piece => piece.text)
    .join('')
    .replaceAll('](', '] (');
}

/** A label of which VS Code makes neither a link nor an icon. */
export function plainLabel(text: string): string {
  return plainText(text).replace(/\$\((?=[\w~-]+\))/g, '$ (');
}
