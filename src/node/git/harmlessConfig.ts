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
/** Further keys that start nothing in a command that does more than look. */
const WORKING: readonly RegExp[] = [
  /^(?:remote\.(?:promisor|partialclonefilter)|extensions\.partialclone|gpg\.(?:format|allowedsignersfile))$/,
  /^core\.(?:whitespace|trustctime|checkstat|bigfilethreshold|excludesfile|attributesfile)$/,
];
/** Such a command also starts an editor, a shell for the network, an alias or a helper: only these are known to be harmless. */
const WORKING_VALUES: Readonly<Record<string, RegExp>> = {
  'core.editor': /^"?(?:code(?:-insiders)?|codium|vim?|nvim|nano|emacs|true)(?: (?:--wait|-w))?"?$/,
  'core.sshcommand': /^"?ssh(?: -i ?[\w~./-]+| -o IdentitiesOnly=yes)*"?$/i,
  'credential.helper': /^(?:|cache|store|osxkeychain|manager(?:-core)?|libsecret|wincred)$/,
  'remote.url': /^(?!["']?[\w+-]*::)/,
  'remote.pushurl': /^(?!["']?[\w+-]*::)/,
};
/** The configuration that `git lfs install` writes: the user's own program. */
export const LFS =
  /\[filter "lfs"\]\s*\n(?:[ \t]*(?:(?:clean|smudge|process) = git-lfs (?:clean|smudge|filter-process)(?: --skip)?(?: -- %f)?|required = true)[ \t]*(?:\n|$))+(?=\s*(?:\[|$))/g;
const SECTION = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\\n]|\\.)*)")?\]\s*$/;
const ENTRY = /^\s*([a-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/i;
const MAX_LENGTH = 200_000;

/** Whether git starts only programs of its own and the user's, whatever it does in a repository with this configuration. */
export function startsNothing(text: string): boolean {
  return harmlessConfig(text.replaceAll('\r\n', '\n').replace(LFS, ''), true) !== null;
}

/**
 * The values of a configuration by key; null if a key isn't harmless or the text can't be fully parsed. `isWorking`: for
 * commands that do more than look.
 */
export function harmlessConfig(text: string, isWorking = false): ReadonlyMap<string, string> | null {
  if (text.length > MAX_LENGTH) return null;
  const found = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const [, opened, subsection = ''] = SECTION.exec(line) ?? [];
    if (opened !== undefined) {
      section = opened.toLowerCase();
      // An address would be replaced by one that is a program.
      if (isWorking && section === 'url' && subsection.includes('::')) return null;
      continue;
    }
    const [, name, value = ''] = ENTRY.exec(line) ?? [];
    // Continued lines aren't supported, because harmless configurations don't need them.
    if (name === undefined || section === '' || line.endsWith('\\')) return null;
    const key = `${section}.${name.toLowerCase()}`;
    const values = isWorking ? { ...VALUES, ...WORKING_VALUES } : VALUES;
    const wanted = Object.hasOwn(values, key) ? values[key] : undefined;
    const isKnown = HARMLESS.some(each => each.test(key)) || (isWorking && WORKING.some(each => each.test(key)));
    if (wanted ? !wanted.test(value) : !isKnown) return null;
    if (isWorking && section === 'alias' && /^["']?!/.test(value)) return null;
    found.set(key, value);
  }
  return found;
}
