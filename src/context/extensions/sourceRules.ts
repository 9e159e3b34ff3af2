import * as l10n from '@vscode/l10n';

export interface SourceRules {
  readonly blocksGit: boolean;
  /** Regular expressions, one of which must match; if empty, every source is allowed. */
  readonly allowedSources: readonly string[];
}

/** Why no extension may come from a source; undefined if it may. An undefined `source` is unknown. */
export function sourceRefusal(
  { source, isRemote }: { readonly source: string | undefined; readonly isRemote: boolean },
  { blocksGit, allowedSources }: SourceRules,
): string | undefined {
  if (allowedSources.length > 0) {
    if (source !== undefined && allowedSources.some(pattern => matches(pattern, source))) return undefined;
    return l10n.t('The setting “security.allowedExtensions” doesn’t allow this source: {0}', source ?? '?');
  }
  if (!blocksGit || !isRemote) return undefined;
  return l10n.t('The setting “security.blockGitExtensions” doesn’t allow extensions from git.');
}

/** An invalid regular expression allows nothing. */
function matches(pattern: string, source: string): boolean {
  try {
    return new RegExp(pattern).test(source);
  } catch {
    return false;
  }
}
