import type { Workspace } from '../../agent/ports/workspace';

/** File name extensions; `@app.route` and `@pytest.fixture` have none of these. */
const EXTENSION =
  /\.(?:astro|avif|bash|bat|bmp|c|cc|cfg|clj|cmake|conf|cpp|cs|css|csv|cts|cxx|dart|diff|dockerfile|ex|exs|fs|gif|go|gradle|graphql|h|hpp|hs|html?|ini|ipynb|java|jpe?g|js|json|json5|jsonc|jsonl|jsx|kt|kts|less|lock|log|lua|m|mdx?|mjs|mts|nix|patch|pdf|php|pl|png|proto|ps1|py|pyi|r|rb|rs|rst|sass|scala|scss|sh|sql|svelte|svg|swift|tex|tf|toml|ts|tsv|tsx|txt|vue|webp|xml|ya?ml|zig|zsh)$/i;

/**
 * Whether a name that matches nothing was meant as a path, so that it is missing. Other names are ordinary text:
 * `@Component`, `@ada`, or `@types/node` if there is no folder `types`.
 */
export async function looksLikePath(name: string, isExplicit: boolean, workspace: Workspace): Promise<boolean> {
  if (isExplicit || /^(?:\.{0,2}|~|[a-z]:)[\\/]./i.test(name) || EXTENSION.test(name)) return true;
  const [first = '', ...rest] = name.split(/[\\/]/);
  if (rest.length === 0 || first === '') return false;
  try {
    return (await workspace.stat(await workspace.resolve(first)))?.type === 'directory';
  } catch {
    return false;
  }
}
