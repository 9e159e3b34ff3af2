/** What an editor tells of a setting: its default, and what was set where. */
export interface InspectedValue {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * The value that holds, where somebody has set one; undefined where it is only a default. A policy stands in none of the
 * places that an editor tells of, so that it shows in that the value is not the default alone.
 */
export function ownValue(inspected: InspectedValue, holds: unknown): unknown {
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = inspected;
  const isSet = [globalValue, workspaceValue, workspaceFolderValue].some(value => value !== undefined);
  return isSet || JSON.stringify(holds) !== JSON.stringify(defaultValue) ? holds : undefined;
}
