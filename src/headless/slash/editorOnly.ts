import * as l10n from '@vscode/l10n';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { ToolError } from '../../shared/errors';

const NAMES = /^(selection|problems|terminal|symbol:.*)$/s;

/** What can be mentioned in the editor alone: whoever has it in a script is told. A file of the name is that file. */
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
