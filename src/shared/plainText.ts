import { visibleText } from './hiddenCharacters';

// VS Code's notifications, input boxes and labels turn `[text](address)` into links, including links to commands, and
// `$(name)` into icons. Texts of hooks, skills, files, servers and models must produce neither.

/** A text that VS Code shows without links; hidden characters are escaped. */
export function plainText(text: string): string {
  return visibleText(text).replaceAll('](', '] (');
}

/** A label that VS Code shows without links and icons. */
export function plainLabel(text: string): string {
  return plainText(text).replace(/\$\((?=[\w~-]+\))/g, '$ (');
}
