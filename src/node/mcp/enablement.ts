import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { setSetting } from '../config/editSettings';
import { readPlainFileSync } from '../files/readPlainFile';

/** The servers that the user has disabled, in Gemini CLI's file. */
export interface ServerEnablement {
  /** The names of disabled servers, in lower case. Never throws. */
  disabled(): ReadonlySet<string>;
  isDisabled(name: string): boolean;
  set(name: string, isDisabled: boolean): Promise<void>;
}

export function createServerEnablement(home: string): ServerEnablement {
  const file = join(home, '.gemini', 'mcp-server-enablement.json');
  const disabled = () => new Set(disabledIn(textOf(file)));
  return {
    disabled,
    isDisabled: name => disabled().has(keyOf(name)),
    set: async (name, isDisabled) => setSetting(file, [keyOf(name)], isDisabled ? { enabled: false } : undefined),
  };
}

/** Gemini CLI treats server names as case-insensitive. */
function keyOf(name: string): string {
  return name.toLowerCase().trim();
}

function disabledIn(text: string): string[] {
  const value: unknown = parse(text);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const isOff = typeof each === 'object' && each !== null && 'enabled' in each && each.enabled === false;
    return isOff ? [keyOf(name)] : [];
  });
}

function textOf(file: string): string {
  try {
    return readPlainFileSync(file);
  } catch {
    return '{}'; // no server is disabled
  }
}
