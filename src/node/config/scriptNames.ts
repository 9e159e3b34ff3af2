// Finds the names in a command, script or configuration that it may run or load. Extra names do no harm.

const MAX_NAMES = 2000;
const SHELL_FILE = /\.(?:sh|bash|zsh|mk|bat|cmd|ps1|ya?ml|toml|just)$|(?:^|\/)[^./]*$|(?:file)$/i;

export function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The words of a command; quoted ones both whole and split. */
export function commandNames(text: string): string[] {
  const quoted = [...text.matchAll(/"([^"\n]*)"/g), ...text.matchAll(/'([^'\n]*)'/g)].map(([, inner = '']) => inner);
  const separators = /[\s`;|&<>()=,]+/;
  // `"$A"/b` is one word, `sh -c "a b"` contains several, and `a\ b` is one.
  const bare = [
    ...text.split(/[\s"'`;|&<>()=,]+/),
    ...text.replace(/["']/g, '').split(separators),
    ...(text.includes('\\ ') ? text.split(/(?<!\\)[\s;|&<>()=,]+/).map(word => word.replace(/\\(.)/g, '$1')) : []),
    ...(/[{$]/.test(text) ? text.replace(/["']/g, '').split(/[\s`;|&<>=]+/) : []),
  ];
  // An option may be followed directly by its value: `-Csub`.
  const attached = bare.flatMap(word => (/^-[A-Za-z](?=[\w./$])/.test(word) ? [word.slice(2)] : []));
  const parts = [...text.matchAll(/\brun-parts\b[^\n;|&]{0,200}?\s([\w./-]{1,200})[ \t]{0,20}(?=$|[\n;|&])/g)].map(
    ([, folder = '']) => `${folder}/*`,
  );
  const all = [...quoted, ...bare, ...attached, ...parts].flatMap(word =>
    /^\.?\.?\\/.test(word) ? [word, word.replaceAll('\\', '/')] : [word],
  );
  return [...new Set(all)].filter(name => name !== '' && !/^-*$/.test(name)).slice(0, MAX_NAMES);
}

/** The names that a file may run or load: all words of a script; otherwise only what looks like a path or command. */
export function namesIn(path: string, text: string): string[] {
  if (lastOf(path) === 'package.json') return packageNames(text);
  if (SHELL_FILE.test(path) || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text)) return commandNames(text);
  const quoted = [...text.matchAll(/"([^"\n]{1,300})"|'([^'\n]{1,300})'|`([^`\n]{1,300})`/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );
  // A quoted text may be a command with several words.
  const words = [...quoted, ...quoted.flatMap(each => each.split(/[\s;|&<>()=,]+/))].map(word =>
    word.replace(/^\/(?=\w)/, './'),
  );
  const all = [...importedNames(text), ...quoted, ...words, ...(text.startsWith('#!') ? commandNames(text) : [])];
  return [...new Set(all)].filter(name => name !== '').slice(0, MAX_NAMES);
}

/** Python and Perl modules, whose names aren't quoted. */
function importedNames(text: string): string[] {
  const places = (module: string) => module.replace(/^\.+/, '').replaceAll('.', '/');
  const listed = (list: string) => list.split(',').map(each => each.trim().split(/\s+/)[0] ?? '');
  return [
    ...[...text.matchAll(/^[ \t]*import[ \t]+([\w. ,]{1,1000})/gm)].flatMap(([, list = '']) =>
      listed(list).map(places),
    ),
    ...[...text.matchAll(/^[ \t]*from[ \t]+([\w.]{1,300})(?:[ \t]+import[ \t]+\(?([\w ,]{1,1000}))?/gm)].flatMap(
      ([, module = '', list = '']) => {
        const folder = places(module);
        return [folder, ...listed(list).map(name => (folder === '' ? name : `${folder}/${name}`))];
      },
    ),
    ...[...text.matchAll(/^[ \t]*(?:use|require)[ \t]+([A-Za-z]\w{0,100}(?:::\w{1,100}){0,20})/gm)].map(
      ([, module = '']) => module.replaceAll('::', '/'),
    ),
    // For a name that is built at run time, only the beginning is known.
    ...[...text.matchAll(/["'](\w{1,100})\.["']\s{0,20}\+/g)].map(([, folder = '']) => `${folder}/$x`),
  ];
}

/** The commands, entry points and workspace packages in package.json; all words if it can't be parsed. */
function packageNames(text: string): string[] {
  try {
    const { scripts, main, bin, workspaces } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const valuesOf = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : [value];
    const strings = (value: unknown) => valuesOf(value).filter(each => typeof each === 'string');
    const said = [scripts, bin, main].flatMap(strings).join('\n');
    return [...commandNames(said), ...strings(workspaces).map(folder => `${folder.replace(/\/$/, '')}/package.json`)];
  } catch {
    return commandNames(text);
  }
}
