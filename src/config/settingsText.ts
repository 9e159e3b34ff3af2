import { createScanner, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { FORMER_KEYS, GEMINI_ROW_BY_KEY } from './geminiSettings';
import { LineIndex } from './lineIndex';
import { isOtherGroup, otherSettingsOf } from './otherSettings';
import { countsUntrusted } from './settingRow';

/**
 * The layers, from the lowest to the highest; the defaults are below all of them. `controls` holds the requirements
 * of a Google account's organization: they come from no file and can only make things stricter.
 */
export const SCOPES = [
  'systemDefaults',
  'user',
  'workspace',
  'system',
  'environment',
  'flags',
  'editor',
  'controls',
] as const satisfies readonly string[];
export type Scope = (typeof SCOPES)[number];

/** A settings file as it was found. `text` is null if it exists but could not be read; `error` then says why. */
export interface SettingsText {
  readonly scope: Scope;
  readonly file: string;
  readonly text: string | null;
  readonly error?: string;
}

/** `line` and `column` are 1-based. */
export interface SettingsProblem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** `fatal`: no settings can be used; `error`: a value or a file is lost; `hint`: nothing is lost. */
  readonly severity: 'hint' | 'error' | 'fatal';
  readonly message: string;
  /** The lost part may have forbidden a tool. */
  readonly costsRules?: true;
  /** Nothing in the file is used. */
  readonly costsFile?: true;
  /** The name of a setting that Pollux doesn't use. */
  readonly unused?: string;
  /** A hook that may have been meant to guard does not run. */
  readonly costsGuard?: true;
  /** The sign-in that may be required for requests is not known. */
  readonly costsSignIn?: true;
}

export interface SettingEntry {
  readonly key: string;
  /** As in the file: neither expanded nor checked. */
  readonly value: unknown;
  readonly line?: number;
}

/** One layer, or a part of one. */
export interface SettingsLayer {
  readonly scope: Scope;
  /** A file, or another source of the values. */
  readonly source: string;
  /** Keys are unique. */
  readonly entries: readonly SettingEntry[];
  readonly problems: readonly SettingsProblem[];
}

/** Nobody writes larger files by hand: they aren't settings files, or are meant to keep Pollux busy. */
export const MAX_SETTINGS_LENGTH = 1_000_000;
const MAX_DEPTH = 100;
/** Names, values and punctuation. */
const MAX_TOKENS = 20_000;

/** A layer of known values. */
export function layerOf(scope: Scope, source: string, values: Readonly<Record<string, unknown>>): SettingsLayer {
  const entries = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return { scope, source, entries, problems: [] };
}

/**
 * Finds the settings in a file: JSON with comments and trailing commas, with current or former names. Invalid JSON
 * yields a layer without entries; for an administrator's file it is fatal, because the file may forbid something.
 */
export function parseSettings(source: SettingsText): SettingsLayer {
  return new SettingsReader(source).read();
}

/** The part of a workspace's layer that counts even in an untrusted workspace: settings that make things stricter. */
export function tighteningOf(layer: SettingsLayer): SettingsLayer {
  const entries = layer.entries.filter(({ key }) => {
    const row = GEMINI_ROW_BY_KEY.get(key);
    return row !== undefined && countsUntrusted(row);
  });
  return { ...layer, entries, problems: [] };
}

/** Keys that other readers of the file use. */
const READ_ELSEWHERE =
  /^(?:\$schema|hooks|mcpServers|admin\.mcp\.requiredConfig|agents\.overrides|modelConfigs\.(?:aliases|customAliases|overrides|customOverrides))$/;

/** Why a file contains no settings. */
export interface Refusal {
  readonly message: string;
  readonly offset?: number;
}

class SettingsReader {
  readonly #entries = new Map<string, SettingEntry & { readonly isFormer: boolean }>();
  readonly #problems: SettingsProblem[] = [];
  readonly #lines: LineIndex;

  constructor(private readonly source: SettingsText) {
    this.#lines = new LineIndex(textIn(source));
  }

  read(): SettingsLayer {
    const { scope, file } = this.source;
    const found = rootOf(this.source);
    if (found && 'message' in found) {
      const isAdministrators = scope === 'system' || scope === 'systemDefaults';
      const place = found.offset === undefined ? {} : this.#lines.at(found.offset);
      const severity = isAdministrators ? 'fatal' : 'error';
      this.#problems.push({ file, ...place, severity, message: found.message, costsRules: true, costsFile: true });
    } else if (found) {
      this.#readObject(found, '');
    }
    const entries = [...this.#entries.values()].map(({ isFormer: _, ...entry }) => entry);
    return { scope, source: file, entries, problems: this.#problems };
  }

  #readObject(object: Node, path: string): void {
    for (const property of object.children ?? []) {
      const [name, value] = property.children ?? [];
      if (name && value) this.#readProperty(path, String(name.value), value, property.offset);
    }
  }

  #readProperty(path: string, name: string, node: Node, offset: number): void {
    const key = path === '' ? name : `${path}.${name}`;
    // A dot within a name would look like a level.
    const former = !name.includes('.') && node.type !== 'object' ? FORMER_KEYS.get(key) : undefined;
    if (!name.includes('.') && GEMINI_ROW_BY_KEY.has(key)) {
      this.#add(key, node, offset, false);
    } else if (former !== undefined) {
      this.#report('hint', `"${key}" is called "${former}" now.`, offset);
      this.#add(former, node, offset, true);
    } else if (otherSettingsOf(key)) {
      this.#reportUnused(key, offset);
    } else if (node.type === 'object' && !name.includes('.') && (isGroup(key) || isOtherGroup(key))) {
      this.#readObject(node, key);
    } else if (!READ_ELSEWHERE.test(key)) {
      this.#reportUnused(key, offset);
    }
  }

  #add(key: string, node: Node, offset: number, isFormer: boolean): void {
    const before = this.#entries.get(key);
    if (before && isFormer && !before.isFormer) return;
    const value = GEMINI_ROW_BY_KEY.get(key)?.read ? (getNodeValue(node) as unknown) : valueOf(node);
    this.#entries.set(key, { key, value, line: this.#lines.at(offset).line, isFormer });
  }

  #report(severity: SettingsProblem['severity'], message: string, offset?: number): void {
    const place = offset === undefined ? {} : this.#lines.at(offset);
    this.#problems.push({ file: this.source.file, ...place, severity, message });
  }

  #reportUnused(key: string, offset: number): void {
    const what = otherSettingsOf(key)?.what;
    const why = what === undefined ? "isn't a setting that Pollux knows" : `isn't used: such settings ${what}`;
    this.#problems.push({
      file: this.source.file,
      ...this.#lines.at(offset),
      severity: 'hint',
      message: `"${key}" ${why}.`,
      unused: key,
    });
  }
}

/** The settings object in a file, or why there is none; undefined for an empty file. */
export function rootOf(source: SettingsText): Node | Refusal | undefined {
  if (source.text === null) return { message: `It can't be read: ${source.error ?? 'unknown error'}` };
  if (source.text.length > MAX_SETTINGS_LENGTH) return { message: 'It is too large for a settings file.' };
  const text = textIn(source);
  const refusal = refusalOf(text);
  if (refusal) return refusal;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) {
    return { message: `This isn't valid JSON: ${wordsOf(printParseErrorCode(first.error))}.`, offset: first.offset };
  }
  if (!root || root.type === 'object') return root;
  return { message: 'It must be an object of settings.', offset: root.offset };
}

/** The text that offsets refer to. */
export function textIn({ text }: SettingsText): string {
  return (text ?? '').replace(/^\uFEFF/, '');
}

function isGroup(path: string): boolean {
  for (const key of [...GEMINI_ROW_BY_KEY.keys(), ...FORMER_KEYS.keys()]) if (key.startsWith(`${path}.`)) return true;
  return false;
}

/** No setting is an object, so an object becomes undefined, which no setting accepts. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  return node.type === 'object' ? undefined : (node.value as unknown);
}

/**
 * Refuses text that is nested too deeply, where a recursive parser would overflow the stack, or has too many tokens.
 */
function refusalOf(text: string): Refusal | undefined {
  const scanner = createScanner(text, true);
  let [depth, count] = [0, 0];
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const first = text[offset];
    if (first === undefined) return undefined;
    if (first === '{' || first === '[') depth++;
    if (first === '}' || first === ']') depth--;
    if (depth > MAX_DEPTH) return { message: 'It is nested too deeply.', offset };
    if (++count > MAX_TOKENS) return { message: 'It holds too much for a settings file.', offset };
  }
}

/** `ValueExpected` as words. */
function wordsOf(code: string): string {
  return code.replace(/(?<=.)[A-Z]/g, letter => ` ${letter}`).toLowerCase();
}

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}
