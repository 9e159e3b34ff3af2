import { foldedSegments } from './foldedSegments';

/** Names of files that usually hold keys or passwords, but not public keys, or examples and templates of such files. */
const SECRET_NAMES = [
  /^\.env(?!\.(?:example|sample|template|dist|defaults?)$)(?:[-_.~ ].*)?$/,
  /^(?!(?:\.?env\.)?(?:example|sample|template|dist|defaults?)\.).+\.env$/,
  /^.*\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|asc|keytab|ovpn|tfstate|tfstate\.backup)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)(?:[-_.~ ].*)?$/,
  /^(?:\.npmrc|[._]netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.dockercfg|\.vault-token|\.s3cfg|\.boto|\.my\.cnf|\.authinfo(?:\.gpg)?|rclone\.conf|\.envrc|(?:.+\.)?kubeconfig)$/,
  /^(?:credentials(?:\.(?:json|ya?ml|toml|ini))?|application_default_credentials\.json|client_secret.*\.json|service[-_]account.*\.json|local\.settings\.json)$/,
  /^(?:secrets?\.(?:json|ya?ml|toml|ini|env)|\.secrets?|passwords?\.(?:txt|csv|json|ya?ml))$/,
];
/** Folders in which programs store such files. */
const SECRET_FOLDERS = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker']);

/** Only paths with one of these can have another name on a lenient file system. */
const MAY_FOLD = /[^\p{ASCII}]|:|[. ](?:[\\/]|$)/u;

/** True for a path (any separators) that looks like a secret, even if only to a lenient file system. */
export function isSecretFile(path: string): boolean {
  return isSecret(path.toLowerCase().split(/[\\/]/)) || (MAY_FOLD.test(path) && isSecret(foldedSegments(path)));
}

function isSecret(segments: readonly string[]): boolean {
  const name = segments.at(-1) ?? '';
  const folders = segments.slice(0, -1);
  return (
    folders.some(segment => SECRET_FOLDERS.has(segment)) ||
    // The addresses of remotes may contain passwords.
    (/^config(?:\.worktree)?$/.test(name) && folders.includes('.git')) ||
    SECRET_NAMES.some(pattern => pattern.test(name))
  );
}
