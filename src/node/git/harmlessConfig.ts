/**
 * Configuration keys that can't make read-only git commands run a program. With any other key, including those that
 * include other files, the user is asked. In lower case, without the quoted part.
 */
const HARMLESS: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  /^core\.(?:safecrlf|longpaths|quotepath|compression|abbrev|untrackedcache|preloadindex|commitgraph|multipackindex)$/,
  /^core\.(?:fscache|protecthfs|protectntfs|sharedrepository|splitindex|editor|pager|sshcommand|hookspath|sparsecheckout|sparsecheckoutcone)$/,
  /^remote\.(?:url|pushurl|fetch|push|tagopt|prune|mirror|gh-resolved|skipfetchall|skipdefaultupdate)$/,
  /^(?:branch|user|author|committer|credential|http|https|url|gc|gitflow|advice|color|column|maintenance|i18n|safe|alias)\.[\w-]+$/,
  /^blame\.(?:blankboundary|coloring|date|showemail|showroot)$/,
  /^(?:pull|push|fetch|init|rebase|rerere|index|pack|receive|feature|gui|commit|tag)\.[\w-]+$/,
  /^merge\.(?:ff|conflictstyle|renames|tool|log|autostash)$/,
  /^diff\.(?:algorithm|renames|colormoved|colormovedws|mnemonicprefix|noprefix|context|tool)$/,
  /^(?:log|status)\.(?:date|decorate|short|branch|showuntrackedfiles|abbrevcommit|follow|mailmap)$/,
  /^submodule\.(?:url|active|branch)$/,
  /^lfs\.(?:repositoryformatversion|url|access|locksverify)$/,
  /^extensions\.(?:objectformat|worktreeconfig|relativeworktrees|refstorage|noop)$/,
];
const VALUES: Readonly<Record<string, RegExp>> = {
  'core.bare': /^false$/i,
  'core.fsmonitor': /^(?:true|false)$/i,
  'core.hookspath': /^[^"\\]*$/,
  'extensions.objectformat': /^(?:sha1|sha256)$/,
};
const SECTION = /^\s*\[([\w.-]+)(?:\s+"(?:[^"\\\n]|\\.)*")?\]\s*$/;
const ENTRY = /^\s*([a-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/i;
const MAX_LENGTH = 200_000;

/** The values of a configuration by key; null if a key isn't harmless or the text can't be fully parsed. */
export function harmlessConfig(text: string): ReadonlyMap<string, string> | null {
  if (text.length > MAX_LENGTH) return null;
  const found = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const opened = SECTION.exec(line)?.[1];
    if (opened !== undefined) {
      section = opened.toLowerCase();
      continue;
    }
    const [, name, value = ''] = ENTRY.exec(line) ?? [];
    // Continued lines aren't supported, because harmless configurations don't need them.
    if (name === undefined || section === '' || line.endsWith('\\')) return null;
    const key = `${section}.${name.toLowerCase()}`;
    const wanted = Object.hasOwn(VALUES, key) ? VALUES[key] : undefined;
    if (wanted ? !wanted.test(value) : !HARMLESS.some(each => each.test(key))) return null;
    found.set(key, value);
  }
  return found;
}
