import type { LanguageFeatures } from '../../src/agent/ports/languageFeatures';

/** An editor that knows nothing but what it is given. */
export function fakeFeatures(answers: Partial<LanguageFeatures> = {}): LanguageFeatures {
  return {
    problems: () => [],
    problemsOf: async () => ({ problems: [], isChecked: true }),
    definitions: async () => [],
    references: async () => [],
    documentSymbols: async () => [],
    workspaceSymbols: async () => [],
    rename: async () => [],
    format: async () => [],
    actions: async () => [],
    action: async () => [],
    organizeImports: async () => [],
    ...answers,
  };
}
