import * as l10n from '@vscode/l10n';

/** A tool's error in one sentence for the user; its own message is written for the model. Undefined: unknown type. */
export function toolErrorText(type: string): string | undefined {
  switch (type) {
    case 'file_not_found':
    case 'search_path_not_found':
      return l10n.t('There is no such file or folder.');
    case 'target_is_directory':
      return l10n.t('This is a folder, not a file.');
    case 'path_is_not_a_directory':
    case 'search_path_not_a_directory':
      return l10n.t('This isn’t a folder.');
    case 'path_not_in_workspace':
      return l10n.t('This is outside the workspace.');
    case 'file_too_large':
      return l10n.t('The file is too large.');
    case 'permission_denied':
      return l10n.t('The system doesn’t allow this.');
    case 'no_space_left':
      return l10n.t('The disk is full.');
    case 'edit_no_occurrence_found':
      return l10n.t('The text to replace isn’t in the file.');
    case 'edit_expected_occurrence_mismatch':
      return l10n.t('The text to replace is in the file more than once.');
    case 'edit_no_change':
      return l10n.t('The edit would change nothing.');
    case 'attempt_to_create_existing_file':
      return l10n.t('The file already exists.');
    case 'invalid_tool_params':
      return l10n.t('The model called the tool with wrong arguments.');
    case 'read_content_failure':
    case 'ls_execution_error':
      return l10n.t('This couldn’t be read.');
    case 'file_write_failure':
      return l10n.t('The file couldn’t be written.');
    case 'glob_execution_error':
    case 'grep_execution_error':
      return l10n.t('The search failed.');
    case 'shell_execute_error':
      return l10n.t('The command couldn’t be started.');
    case 'no_language_extension':
      return l10n.t('No language extension supports this file.');
    case 'language_feature_failed':
      return l10n.t('The language extension couldn’t do this.');
    case 'file_changed':
      return l10n.t('The file changed in the meantime.');
    default:
      return undefined;
  }
}
