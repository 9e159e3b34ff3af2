import { foldedSegments } from './foldedSegments';
import { AGENT_FILES, AGENT_FOLDERS, RUNNING_FOLDERS, RUNNING_NAMES, RUNNING_PATTERN } from './runningNames';
import { stableJson } from './stableJson';

/** Folders that decide which programs run or what an agent may do. */
const PROTECTED_FOLDERS = namesOf(
  `.git .hg .svn .jj .bzr .githooks .husky .vscode .vs .idea .zed .fleet .nova .devcontainer .ssh .gnupg .yarn .direnv
   .gemini .pollux .cursor .claude .roo .agents .agent .codex .windsurf .clinerules .continue .kiro .junie .amazonq .augment
   .opencode .goose .trae .qwen .crush ${AGENT_FOLDERS.join(' ')}`,
);
/** Files with the same effect: of shells, package managers, git and editors, and the instructions for agents. */
const PROTECTED_FILES =
  /^(?:\.env(?:\..*)?|\.envrc(?:\..*)?|\.(?:bash|zsh|k)(?:rc|env|_profile|_login|_logout)|\.(?:z|bash_)?profile|\.xprofile|\.xinitrc|\.zlog(?:in|out)|\.(?:t|k)?cshrc|\.login|\.inputrc|\.npmrc|\.yarnrc(?:\..*)?|\.pnpmfile\.[cm]?js|\.pnp\.[cm]?js|\.pnp\.loader\.mjs|\.netrc|\.curlrc|\.wgetrc|\.gitconfig|\.gitmodules|\.gitattributes|\.hgrc|hgrc|\.?mcp(?:[-_.]config)?\.json|\.devcontainer.*|.*\.code-workspace|microsoft\.\w+_profile\.ps1|profile\.ps1|config\.fish|(?:gemini|agents?|claude|qwen|warp|crush|codex|copilot)(?:[.-](?:local|override|instructions))?\.md|.*\.(?:instructions|prompt|chatmode|agent)\.md|.*\.mdc|\.(?:cursor|windsurf|cline|roo|goose)(?:rules|hints)(?:-\w+)?|\.(?:gemini|cursor|codeium|claude)ignore|\.aiexclude|\.rules|\.aider\..*|opencode\.jsonc?)$/;
/** Folders whose files run without the user's doing: continuous integration, hooks, settings of build tools. */
const SELF_RUNNING_FOLDERS = namesOf(
  '.circleci .buildkite .woodpecker .gitea .forgejo .gitlab .azure-pipelines .semaphore .teamcity .tekton .idx .lefthook .mvn .bundle .cargo .gradle .ipython .jupyter .nvim .vim .mise .githooks.d',
);
/** Files that a forge, git, an editor extension or an everyday command such as `make` runs or loads code from. */
const SELF_RUNNING_FILES =
  /^(?:\.?gitlab-ci.*\.ya?ml|\.travis\.yml|azure-pipelines.*\.ya?ml|jenkinsfile.*|bitbucket-pipelines\.yml|\.(?:drone|woodpecker|cirrus|appveyor|gitpod)\.ya?ml|appveyor\.yml|buildspec\.ya?ml|cloudbuild\.ya?ml|\.gitpod\.dockerfile|\.replit|\.?lefthook(?:-local)?\.\w+|\.pre-commit-(?:config|hooks)\.yaml|\.(?:husky|lintstaged|simple-git-hooks|commitlint)rc.*|(?:lint-staged|commitlint|simple-git-hooks)\.config\..*|(?:gnu)?makefile(?:\..*)?|.*\.mk|\.?justfile|.*\.just|taskfile(?:\.dist)?\.ya?ml|rakefile|.*\.rake|earthfile|sconstruct|sconscript|dodo\.py|noxfile\.py|fabfile\.py|toxfile\.py|tox\.ini|pytest\.ini|conftest\.py|(?:site|user)customize\.py|\.pythonrc(?:\.py)?|\.pythonstartup|.*\.pth|setup\.(?:py|cfg)|ipython_config\.py|\.?pylintrc(?:\.toml)?|build\.rs|rust-toolchain(?:\.toml)?|build\.zig|package\.swift|mix\.exs|rebar\.config(?:\.script)?|gemfile|.*\.gemspec|podfile|vagrantfile|guardfile|\.rspec|\.rubocop\.ya?ml|\.solargraph\.yml|\.irbrc|\.pryrc|\.byebugrc|\.iex\.exs|\.ghci|\.ocamlinit|\.rprofile|\.renviron|\.gdbinit|\.lldbinit|\.g?vimrc(?:\.local)?|\.n?vimrc|\.lvimrc|_vimrc|\.exrc|\.nvim\.lua|\.emacs|\.dir-locals(?:-2)?\.el|\.tmux\.conf|\.screenrc|\.psqlrc|\.sqliterc|\.clangd|\.tool-versions|\.?mise(?:\.\w+)*\.toml|\.rtx\.toml|devenv\.(?:nix|yaml)|bunfig\.toml|\.bazelrc|\.buckconfig|gulpfile\..*|gruntfile\..*|(?:build|settings|init)\.gradle(?:\.kts)?|gradle(?:-wrapper)?\.properties|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|gradle-wrapper\.jar|build\.sbt|cmakelists\.txt|cmakepresets\.json|cmakeuserpresets\.json|.*\.cmake|meson\.build|directory\.(?:build|packages)\.\w+|.*\.(?:cs|fs|vb|vcx)proj(?:\.user)?|.*\.(?:targets|props)|nuget\.config|\.eslintrc(?:\..*)?|eslint\.config\..*|\.prettierrc(?:\..*)?|prettier\.config\..*|\.stylelintrc(?:\..*)?|stylelint\.config\..*|jest\.config\..*|vitest\.(?:config|workspace)\..*|tailwind\.config\..*|\.mocharc\..*|\.babelrc(?:\..*)?|babel\.config\..*|autorun\.inf|desktop\.ini|.*\.(?:desktop|service|lnk)|head|commondir)$/;
/** Fields of `package.json` that run something, or name code to load, without being called by name. */
const RUNNING_FIELDS = [
  ...'scripts husky hooks gitHooks simple-git-hooks pre-commit pre-push lint-staged nano-staged packageManager pnpm'.split(
    ' ',
  ),
  ...'trustedDependencies dependenciesMeta wireit nx lage eslintConfig babel prettier stylelint jest mocha ava nyc c8'.split(
    ' ',
  ),
  ...'contributes activationEvents workspaces resolutions overrides devEngines volta bin'.split(' '),
];
/** Plugins that TypeScript loads in every editor that opens the folder; the key may be spelled with escapes. */
const LOADS_PLUGINS = /"plugins"|\\u00/i;
/** An editor fetches only the schema that a JSON file names, without asking. */
const REMOTE_SCHEMA = /"\$schema"\s*:\s*"https?:/i;

/** True for a path (any separators) whose change is asked about in every mode. Ignores case, as some disks do. */
export function isProtected(path: string): boolean {
  const segments = foldedSegments(path);
  const name = segments.at(-1) ?? '';
  return (
    segments.some(segment => PROTECTED_FOLDERS.has(segment)) || AGENT_FILES.has(name) || PROTECTED_FILES.test(name)
  );
}

/**
 * True for a file that sooner or later runs on its own, or with a command people run without a second thought. Only
 * an explicit rule, or yolo mode, lets it be changed without asking.
 */
export function runsByItself(path: string): boolean {
  const segments = foldedSegments(path);
  const name = segments.at(-1) ?? '';
  const isAction =
    name === '.github' ||
    name === 'dependabot.yml' ||
    segments.some(
      (segment, i) =>
        segment === '.github' && /^(?:workflows|actions|hooks|agents|skills)$/.test(segments[i + 1] ?? ''),
    );
  const isMise = segments.some(
    (segment, i) => segment === '.config' && /^(?:mise|direnv)$/.test(segments[i + 1] ?? ''),
  );
  const isInFolder = segments.some(segment => SELF_RUNNING_FOLDERS.has(segment) || RUNNING_FOLDERS.has(segment));
  const isNamed = RUNNING_NAMES.has(name) || RUNNING_NAMES.has(segments.slice(-2).join('/'));
  return isAction || isMise || isInFolder || isNamed || RUNNING_PATTERN.test(name) || SELF_RUNNING_FILES.test(name);
}

/** True for `package.json` and `tsconfig.json` if what they run, or make an editor load, may change. */
export function changesScripts(path: string, before: string | null, after: string | undefined): boolean {
  const name = foldedSegments(path).at(-1) ?? '';
  if (/^[jt]sconfig(?:\..*)?\.json$/.test(name))
    return after === undefined || (before !== after && LOADS_PLUGINS.test(after));
  if (!/^package\.(?:json5?|yaml)$/.test(name)) return false;
  const [was, is] = [fieldsOf(before ?? '{}'), fieldsOf(after ?? '')];
  return was === null || is === null || was !== is;
}

/** The running fields as text; null if the text can't be parsed. */
function fieldsOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value !== 'object' || value === null) return null;
    const fields = value as Readonly<Record<string, unknown>>;
    const running = RUNNING_FIELDS.flatMap(key => (Object.hasOwn(fields, key) ? [[key, fields[key]] as const] : []));
    return stableJson({ ...Object.fromEntries(running), foreign: foreignPackages(fields) });
  } catch {
    return null;
  }
}

/** Packages that come from an address, a repository or a folder instead of from the registry by name. */
function foreignPackages(fields: Readonly<Record<string, unknown>>): readonly unknown[] {
  const lists = Object.entries(fields).filter(([key]) => key.endsWith('ependencies'));
  return lists.flatMap(([, list]) =>
    Object.entries((list ?? {}) as Readonly<Record<string, unknown>>).filter(
      ([, range]) => typeof range !== 'string' || !/^[\w^~<>=.*+| -]*$/.test(range),
    ),
  );
}

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean));
}

/** True if an edit of a JSON file adds a schema from the network, which editors load without asking. */
export function addsRemoteSchema(path: string, before: string | null, after: string): boolean {
  return /\.jsonc?$/i.test(path) && REMOTE_SCHEMA.test(after) && !REMOTE_SCHEMA.test(before ?? '');
}
