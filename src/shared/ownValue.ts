/** What an editor reports about a setting: its default, and the values set in each scope. */
export interface InspectedValue {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * The effective value if it was set explicitly; undefined if it is only the default. A value set by a policy is in
 * none of the scopes that the editor reports, so it is recognized by differing from the default.
 */
export function ownValue(inspected: InspectedValue, holds: unknown): unknown {
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = inspected;
  const isSet = [globalValue, workspaceValue, workspaceFolderValue].some(value => value !== undefined);
  return isSet || JSON.stringify(holds) !== JSON.stringify(defaultValue) ? holds : undefined;
}
