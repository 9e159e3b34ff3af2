import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A theme as a webview meets it: classes of the body, variables of the root. */
export interface Theme {
  readonly name: string;
  readonly kind: string;
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Four themes of VS Code 1.139, read from a running window, as far as the panel and the toolkit use their variables. */
export const themes = JSON.parse(readFileSync(join(__dirname, 'themes.json'), 'utf8')) as Readonly<
  Record<'dark' | 'light' | 'hcDark' | 'hcLight', Theme>
>;
