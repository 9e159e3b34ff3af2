import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { Tool } from '../../agent/tool';
import { applyCodeAction } from './applyCodeAction';
import { documentSymbols } from './documentSymbols';
import { findReferences } from './findReferences';
import { formatFile } from './formatFile';
import { getDiagnostics } from './getDiagnostics';
import { goToDefinition } from './goToDefinition';
import { listCodeActions } from './listCodeActions';
import { organizeImports } from './organizeImports';
import { renameSymbol } from './renameSymbol';
import { workspaceSymbols } from './workspaceSymbols';

/** The tools that need an editor's language extensions, in the order in which the model sees them. */
export function createEditorTools(features: LanguageFeatures): readonly Tool[] {
  return [
    getDiagnostics(features),
    goToDefinition(features),
    findReferences(features),
    documentSymbols(features),
    workspaceSymbols(features),
    listCodeActions(features),
    renameSymbol(features),
    applyCodeAction(features),
    organizeImports(features),
    formatFile(features),
  ];
}
