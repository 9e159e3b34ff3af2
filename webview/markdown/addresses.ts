// Which addresses are allowed in an answer. Any other address is inert and remains plain text.

/** A link's target: outside the editor, or a file of the workspace. */
export type Target =
  | { readonly kind: 'web'; readonly address: string }
  | { readonly kind: 'file'; readonly path: string; readonly line: number | null };

/** Inline images with a longer address are not shown. */
const MAX_IMAGE = 400_000;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The target of a link; undefined if the link must not work. */
export function targetOf(address: string): Target | undefined {
  if (/^https?:\/\/[^\s/?#]/i.test(address) || /^mailto:[^\s]/i.test(address)) return { kind: 'web', address };
  const file = /^([^#?]+?)(?::(\d+)(?::\d+|-\d+)?|#L(\d+)(?:-L?\d+)?)?$/.exec(address);
  const path = file?.[1] === undefined ? undefined : decoded(file[1]);
  if (path === undefined || !isRelative(path)) return undefined;
  // `word:12` is a scheme rather than a file.
  if (file?.[2] !== undefined && !/[./]/.test(path)) return undefined;
  const line = file?.[2] ?? file?.[3];
  return { kind: 'file', path, line: line === undefined ? null : Number(line) };
}

/** Whether the address is a small inline image of a type that can't contain script. */
export function isInlineImage(address: string): boolean {
  return address.length <= MAX_IMAGE && /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+=*$/i.test(address);
}

const SOURCE_NAME =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|ipynb|rb|rs|go|java|kt|kts|scala|swift|c|cc|cpp|h|hpp|cs|fs|php|lua|r|jl|dart|ex|exs|erl|hs|clj|zig|sql|sh|bash|zsh|ps1|bat|html?|css|s[ac]ss|less|jsonc?|ya?ml|toml|ini|cfg|conf|env|lock|xml|svg|md|mdx|rst|txt|csv|proto|graphql|tf|gradle|cmake|dockerfile)$/i;

/** Whether a path has the extension of a source file. */
export function isSourceName(path: string): boolean {
  return SOURCE_NAME.test(path);
}

/** The file that inline code such as `src/a.ts:12` names; undefined if it doesn't look like a file of the workspace. */
export function fileIn(code: string): Extract<Target, { kind: 'file' }> | undefined {
  if (code.length > 260 || !/^(?:\.\/)?[\w.@+-][\w.@+/-]*\.[\w]+(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)?$/.test(code)) {
    return undefined;
  }
  const target = targetOf(code);
  if (target?.kind !== 'file' || !SOURCE_NAME.test(target.path)) return undefined;
  // Without a directory, `a.b.c` is more likely code than a C file.
  return target.path.includes('/') || !/\.\w$/.test(target.path) ? target : undefined;
}

/** Whether a path is relative, with forward slashes, without `..`, and can't be read as a scheme or a drive. */
function isRelative(path: string): boolean {
  return (
    !SCHEME.test(path) && !/^[/~]|[\\\0-\x1f\x7f]|^\s*$/.test(path) && !path.split('/').some(part => part === '..')
  );
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    // A `%` that encodes nothing: Markdown never produces such a path.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
