import { join } from 'node:path';
import { parse } from 'dotenv';
import { readTexts } from '../config/settingsFiles';

/** A setting of an extension, as far as its value is concerned. */
export interface ValueSetting {
  readonly envVar: string;
  readonly isSensitive: boolean;
}

export interface ExtensionValuesOptions {
  /** A secret that was stored for an extension. Asked only for sensitive settings. */
  readonly secretOf: (extension: string, envVar: string) => Promise<string | undefined>;
  /** What counts where nothing is stored. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The values of an extension's settings by their variables: stored ones, which for secrets are in the secret storage and else in
 * the `.env` beside the manifest, and what the environment has where none is stored.
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

/** Where settings that are no secrets are stored, as Gemini CLI does. */
export function envFileOf(installedAt: string): string {
  return join(installedAt, '.env');
}
