import { foldedSegments } from './foldedSegments';

/** Names of files that usually hold keys or passwords, but not public keys, or examples and templates of such files. */
const SECRET_NAMES = [
  /^\.env(?!\.(?:example|sample|template|dist|defaults?)$)(?![a-z]).*$/,
  /^(?!(?:\.?env\.)?(?:example|sample|template|dist|defaults?)\.).+\.env$/,
  /^.*\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|asc|keytab|ovpn|tfstate|tfstate\.backup)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?![a-z])(?!.*\.pub$).*$/,
  /^(?:\.npmrc|[._]netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.dockercfg|\.vault-token|\.s3cfg|\.boto|\.my\.cnf|\.authinfo(?:\.gpg)?|rclone\.conf|\.envrc|(?:.+\.)?kubeconfig)$/,
  /^(?:credentials(?:\.(?:json|ya?ml|toml|ini))?|application_default_credentials\.json|client_secret.*\.json|service[-_]account.*\.json|local\.settings\.json)$/,
  /^(?:secrets?\.(?:json|ya?ml|toml|ini|env)|\.secrets?|passwords?\.(?:txt|csv|json|ya?ml))$/,
];
/** Folders in which programs store such files. */
const SECRET_FOLDERS = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker']);

/** What editors, version control, installers and copying by hand add before and after the name of a file that they keep. */
const ADDED_BEFORE = /^(?:\.?#|~\$?|\.~(?:lock\.)?|\._|copy of )/;
const ADDED_AFTER =
  /(?:[~#]|,v|___jb_\w{1,9}___|\.~\d+~|\.un~|(?:[-._ ]|\.dpkg-|\.ucf-)(?:bac?k|backup|old|new|orig|original|prev|previous|save|saved|rpmsave|rpmnew|kate-swp|sw[a-p]|te?mp|rej|copy|lock|part|mine|theirs|base|local|remote|gz|bz2|xz|zst|zip|age|gpg|enc|r?\d+)\d*|\ ?\(\d+\))$/;
/** No file system stores a longer name. */
const LONGEST_NAME = 255;

/** Only paths with one of these can have another name on a lenient file system. */
const MAY_FOLD = /[^\p{ASCII}]|:|[. ](?:[\\/]|$)/u;

/** True for a path (any separators) that looks like a secret, even if only to a lenient file system. */
export function isSecretFile(path: string): boolean {
  return isSecret(path.toLowerCase().split(/[\\/]/)) || (MAY_FOLD.test(path) && isSecret(foldedSegments(path)));
}

function isSecret(segments: readonly string[]): boolean {
  const folders = segments.slice(0, -1);
  const isOfGit = folders.includes('.git');
  return (
    folders.some(segment => SECRET_FOLDERS.has(segment)) ||
    originalNames(segments.at(-1) ?? '').some(
      name =>
        // The addresses of remotes may contain passwords.
        (isOfGit && /^config(?:\.worktree)?$/.test(name)) || SECRET_NAMES.some(pattern => pattern.test(name)),
    )
  );
}

/** The name, and those of the files that it may be a copy of: `#.env#`, `.a.pem.swp`, `.npmrc.bak~`. */
function originalNames(name: string): readonly string[] {
  const names = [name];
  if (name.length > LONGEST_NAME) return names;
  for (let rest = name; ;) {
    const shorter = rest.replace(ADDED_AFTER, '');
    const bare = shorter === rest ? rest.replace(ADDED_BEFORE, '') : shorter;
    if (bare === rest || bare === '') return names;
    // Vim puts a dot before the names of its files.
    names.push(bare, ...(bare.startsWith('.') ? [bare.slice(1)] : []));
    rest = bare;
  }
}
