import { isSecretFile } from '../../secretFiles';
import { isInsidePath } from './optionGrammar';

/** Endings of source, text and data. A closed list: other endings may be those of hosts or programs. */
const ENDINGS = new Set(
  `adoc astro bash bats bib c cc cfg cjs clj cljs cmake conf cpp cs css csv cts cue cxx dart diff ejs el elm erl ex exs f f90
   fish fs gif go gql gradle graphql h hbs hcl hh hpp hrl hs htm html ini ipynb java jpeg jpg jl js json json5 jsonc jsonnet
   jsx kt kts less lhs libsonnet lock log lua m markdown md mdx mjs mk ml mli mm mts nim nix patch pdf php pl pm png po pot
   proto pug py pyi r rb rego rs rst sass scala scss sh sol sql styl sv svelte svg swift tex text tf tfvars thrift toml ts
   tsv tsx txt v vb vhd vue wasm wat webp xml xsd xsl yaml yml zig zsh`.split(/\s+/),
);
/** Folders that no program has a task of the same name for. */
const FOLDERS = new Set(
  '. src lib libs docs tests include includes examples packages pkg internal components pages'.split(' '),
);
/** Tasks that only show, in whichever program. */
const SHOWS = /^(?:list|ls|show|status|info|version|help|history|describe|view|(?:list|describe)-[a-z-]+)$/;

/** A file inside the workspace that is not a secret, or a word that is no path at all. */
export function isFileInside(value: string): boolean {
  return isInsidePath(value) && !isSecretFile(value) && !/^[@!|/]|^-|[=]|^\.(?![\w/]|$)|\$\(|`/.test(value);
}

/**
 * For a program that nothing is known about: what can only be a file or a folder. Any other word may name a task
 * (`exec`), a host or a program.
 */
export function isWorkWord(value: string, index: number): boolean {
  if (index === 0 && SHOWS.test(value)) return true;
  if (!isFileInside(value) || /\s/.test(value)) return false;
  const last = value.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return value.endsWith('/') || FOLDERS.has(last) || ENDINGS.has(/[^.]\.(\w+)$/.exec(last)?.[1]?.toLowerCase() ?? '');
}
