// `gemini-extension.json`: the manifest of an extension.
import { getNodeValue, type Node } from 'jsonc-parser';
import type { ExtensionText } from '../../agent/ports/extensions';
import { entriesOf, valueAt } from '../../config/jsonNodes';
import { lineAt, rootOf, textIn, type SettingsProblem, type SettingsText } from '../../config/settingsText';

/** A setting that the user is asked for when the extension is installed. */
export interface ExtensionSetting {
  readonly name: string;
  readonly description: string;
  /** The environment variable in which the extension's servers and hooks receive it. */
  readonly envVar: string;
  /** Its value is a secret. */
  readonly isSensitive: boolean;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  /** Undefined for the default file, which may be missing. */
  readonly contextFileNames?: readonly string[];
  /** Entries of `mcpServers` as written, each with its line. */
  readonly mcpServers: readonly { readonly name: string; readonly row: unknown; readonly line: number }[];
  readonly excludeTools: readonly string[];
  readonly settings: readonly ExtensionSetting[];
  /** The new source of the extension's later versions. */
  readonly migratedTo?: string;
}

export interface ReadManifest {
  /** Undefined if the manifest can't be used; the problems say why. */
  readonly manifest?: Manifest;
  readonly problems: readonly SettingsProblem[];
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;
const VARIABLE = /^[A-Za-z_]\w{0,99}$/;
const MAX_TEXT = 2000;
const KNOWN = new Set([
  ...['name', 'version', 'description', 'mcpServers', 'contextFileName', 'excludeTools', 'settings', 'migratedTo'],
  ...['themes', 'plan', '$schema', 'author', 'license', 'homepage', 'repository', 'keywords'],
]);

/** True for a valid extension name, which also serves as a folder name. */
export function isExtensionName(name: string): boolean {
  return NAME.test(name) && !name.includes('..');
}

/** Parses a manifest: JSON, comments allowed. It can't be used if a part that may restrict the agent is unreadable. */
export function readManifest({ file, text, error }: ExtensionText): ReadManifest {
  return new ManifestReader({ scope: 'user', file, text, ...(error !== undefined && { error }) }).read();
}

class ManifestReader {
  readonly #problems: SettingsProblem[] = [];
  readonly #text: string;
  #isBroken = false;

  constructor(private readonly source: SettingsText) {
    this.#text = textIn(source);
  }

  read(): ReadManifest {
    const root = rootOf(this.source);
    if (!root || 'message' in root) {
      const { message = 'It is empty.', offset = 0 } = root ?? {};
      this.#break(offset, message);
      return { problems: this.#problems };
    }
    const manifest = this.#read(root);
    return { ...(!this.#isBroken && { manifest }), problems: this.#problems };
  }

  #read(root: Node): Manifest {
    for (const [key, node] of entriesOf(root)) {
      if (!KNOWN.has(key)) this.#report(node.offset, 'hint', `"${key}" is unknown.`);
    }
    const name = this.#required(root, 'name');
    if (name !== '' && !isExtensionName(name)) {
      this.#break(valueAt(root, 'name')?.offset, '"name" may contain only letters, digits, - _ and .');
    }
    const description = this.#text1(valueAt(root, 'description'), 'description');
    const migratedTo = this.#text1(valueAt(root, 'migratedTo'), 'migratedTo');
    const contextFileNames = this.#texts(valueAt(root, 'contextFileName'), 'contextFileName', true);
    return {
      name,
      version: this.#required(root, 'version'),
      ...(description !== undefined && { description }),
      ...(contextFileNames && { contextFileNames }),
      mcpServers: this.#servers(valueAt(root, 'mcpServers')),
      excludeTools: this.#texts(valueAt(root, 'excludeTools'), 'excludeTools', false) ?? [],
      settings: this.#settings(valueAt(root, 'settings')),
      ...(migratedTo !== undefined && { migratedTo }),
    };
  }

  #required(root: Node, key: string): string {
    const node = valueAt(root, key);
    if (typeof node?.value === 'string' && node.value.trim() !== '' && node.value.length <= MAX_TEXT) return node.value;
    this.#break(node?.offset ?? root.offset, `"${key}" must be a non-empty string.`);
    return '';
  }

  #text1(node: Node | undefined, key: string): string | undefined {
    if (!node || (typeof node.value === 'string' && node.value.length <= MAX_TEXT)) return node?.value as string;
    this.#report(node.offset, 'error', `"${key}" must be a string.`);
    return undefined;
  }

  #texts(node: Node | undefined, key: string, mayBeOne: boolean): readonly string[] | undefined {
    if (!node) return undefined;
    const value: unknown = getNodeValue(node);
    const list: unknown[] = Array.isArray(value) ? value : mayBeOne ? [value] : [undefined];
    if (list.every(each => typeof each === 'string')) return list;
    this.#break(node.offset, `"${key}" must be ${mayBeOne ? 'a string or ' : ''}a list of strings.`);
    return undefined;
  }

  #servers(node: Node | undefined): Manifest['mcpServers'] {
    if (!node) return [];
    if (node.type !== 'object') this.#report(node.offset, 'error', '"mcpServers" must be an object.');
    return entriesOf(node).map(([name, row]) => ({
      name,
      row: getNodeValue(row) as unknown,
      line: this.#line(row.offset),
    }));
  }

  #settings(node: Node | undefined): ExtensionSetting[] {
    if (!node) return [];
    if (node.type !== 'array') this.#report(node.offset, 'error', '"settings" must be a list.');
    return (node.type === 'array' ? (node.children ?? []) : []).flatMap((each, i) => {
      const {
        name,
        description = '',
        envVar,
        sensitive = false,
      } = (getNodeValue(each) ?? {}) as Record<string, unknown>;
      const isRight =
        typeof name === 'string' &&
        typeof description === 'string' &&
        typeof envVar === 'string' &&
        VARIABLE.test(envVar) &&
        typeof sensitive === 'boolean';
      if (isRight) return [{ name, description, envVar, isSensitive: sensitive }];
      const message = `"settings[${i}]" must have "name" and "envVar" (the name of a variable); "sensitive" must be true or false.`;
      this.#report(each.offset, 'error', message);
      return [];
    });
  }

  #break(offset: number | undefined, message: string): void {
    this.#isBroken = true;
    this.#report(offset ?? 0, 'error', message);
  }

  #report(offset: number, severity: SettingsProblem['severity'], message: string): void {
    this.#problems.push({ file: this.source.file, line: this.#line(offset), severity, message });
  }

  #line(offset: number): number {
    return lineAt(this.#text, offset);
  }
}
