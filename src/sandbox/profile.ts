import type { GoverningFiles, SandboxProfile } from '../agent/ports/sandbox';
import type { Confinement } from '../shared/sandbox';

/** Facts about the disk that a profile needs. All paths are absolute. */
export interface SandboxPlaces extends GoverningFiles {
  /** The workspace folders. */
  readonly folders: readonly string[];
  readonly home: string;
  /** Files in those folders that look like secrets. */
  readonly secrets: readonly string[];
  /** The files of programs that rules deny. */
  readonly programs: readonly string[];
  /** Files that rules deny to read, and to write. */
  readonly deniedReads: readonly string[];
  readonly deniedWrites: readonly string[];
  /** Files and directories that no command needs: the data of Pollux and the editor. */
  readonly own: readonly string[];
}

/** Must not be created or changed in a workspace folder: it would be executed, or decides what may run. */
const ABSENT = ['.git', '.vscode', '.gemini'];

/** Files in `.git` that make git run programs or use other locations; git creates no missing ones when it records. */
const GUARDED_IN_GIT =
  'config config.worktree hooks commondir gitdir info modules worktrees rebase-merge rebase-apply sequencer lfs annex svn objects/info'.split(
    ' ',
  );

/** Where keys, passwords and sessions are stored below a home directory. */
const HOME_SECRETS = [
  ...'.ssh .gnupg .aws .azure .kube .docker .netrc .npmrc .yarnrc .yarnrc.yml .pypirc .pgpass .my.cnf .git-credentials .dockercfg .boto .s3cfg'.split(
    ' ',
  ),
  ...'.config/gcloud .config/gh .config/glab-cli .config/hub .config/op .config/git/credentials .config/containers/auth.json .config/pip'.split(
    ' ',
  ),
  ...'.config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .mozilla .thunderbird .password-store'.split(
    ' ',
  ),
  ...'.config/Code .config/VSCodium .config/Cursor .vscode-server/data .vscode-remote/data .vscodium-server/data'.split(
    ' ',
  ),
  ...'.local/share/keyrings .local/share/kwalletd .gemini .pollux .claude .codex .terraform.d .vault-token .cargo/credentials .cargo/credentials.toml'.split(
    ' ',
  ),
  ...'.bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history .lesshst .gem/credentials .m2/settings.xml .gradle/gradle.properties'.split(
    ' ',
  ),
];
const SYSTEM_SECRETS = ['/etc/shadow', '/etc/gshadow', '/etc/sudoers', '/etc/sudoers.d', '/etc/ssl/private', '/root'];

/** What a command may access. Inside: the workspace and what was granted; outside: everything that rules don't deny. */
export function profileOf(
  { where, hosts, folders: granted, repositories = [] }: Confinement,
  places: SandboxPlaces,
  denied: readonly string[] = [],
): SandboxProfile {
  const { folders, home, governing, secrets, programs, deniedReads, deniedWrites, own } = places;
  const hidden = [...programs, ...deniedReads];
  if (where === 'outside')
    return { writable: ['/'], readOnly: deniedWrites, absent: [], recorded: [], hidden, network: 'all' };
  const recorded = repositories.map(folder => `${folder}/.git`);
  return {
    writable: [...folders, ...granted],
    readOnly: [
      ...[...governing.keys()].filter(path => !recorded.includes(path)),
      ...recorded.flatMap(path => GUARDED_IN_GIT.map(name => `${path}/${name}`)),
      ...deniedWrites,
    ],
    absent: folders.flatMap(folder => ABSENT.map(name => `${folder}/${name}`)).filter(path => !recorded.includes(path)),
    recorded,
    hidden: [
      ...hidden,
      ...HOME_SECRETS.map(name => `${home}/${name}`),
      ...SYSTEM_SECRETS.filter(path => home !== path && !home.startsWith(`${path}/`)),
      ...secrets,
      ...own,
    ],
    // With `*` the proxy allows the whole web, but nothing else; it is needed if some hosts are denied.
    network: hosts.includes('*') && denied.length === 0 ? 'all' : { hosts, denied },
  };
}
