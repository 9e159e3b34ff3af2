import * as l10n from '@vscode/l10n';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { ToolError } from '../../shared/errors';

const NAMES = /^(selection|problems|terminal|symbol:.*)$/s;

/**
 * Mentions that only exist in the editor, so that a script gets an error. A file with such a name is still mentioned.
 */
export const EDITOR_ONLY: MentionSource = {
  offers: () => [],
  expand: async (name, { workspace }) => {
    if (!NAMES.test(name)) return null;
    const isFile = await workspace.resolve(name).then(
      async path => (await workspace.stat(path)) !== null,
      () => false,
    );
    if (isFile) return null;
    const text = l10n.t('It’s only available in the editor.');
    throw new ToolError('not_found', text, text);
  },
};
