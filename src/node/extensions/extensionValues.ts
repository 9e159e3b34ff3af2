import { join } from 'node:path';
import { parse } from 'dotenv';
import { readTexts } from '../config/settingsFiles';

/** An extension's setting, reduced to what its value needs. */
export interface ValueSetting {
  readonly envVar: string;
  readonly isSensitive: boolean;
}

export interface ExtensionValuesOptions {
  /** A secret stored for an extension. Called only for sensitive settings. */
  readonly secretOf: (extension: string, envVar: string) => Promise<string | undefined>;
  /** Values for settings that aren't stored. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The values of an extension's settings, by variable. Sensitive ones come from the secret storage, then all from the
 * `.env` beside the manifest, and otherwise from the environment.
 */
export async function extensionValues(
  extension: { readonly name: string; readonly installedAt: string; readonly settings: readonly ValueSetting[] },
  { secretOf, env }: ExtensionValuesOptions,
): Promise<Readonly<Record<string, string>>> {
  const { name, installedAt, settings } = extension;
  if (settings.length === 0) return {};
  const [file] = await readTexts([{ file: envFileOf(installedAt) }]);
  const stored: Readonly<Record<string, string | undefined>> = parse(file?.text ?? '');
  const values = await Promise.all(
    settings.map(async ({ envVar, isSensitive }) => {
      const secret = isSensitive ? await secretOf(name, envVar) : undefined;
      return [envVar, secret ?? stored[envVar] ?? env[envVar]] as const;
    }),
  );
  return Object.fromEntries(values.filter((each): each is readonly [string, string] => each[1] !== undefined));
}

/** The file that stores settings that aren't secret, as in Gemini CLI. */
export function envFileOf(installedAt: string): string {
  return join(installedAt, '.env');
}
