/** Names of files that usually hold keys or passwords. Examples and templates of such files are not meant. */
const SECRET_NAMES =
  /^(\.env(?!\.(example|sample|template|dist|defaults?)$)(\..*)?|.*\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc)|id_(rsa|dsa|ecdsa|ed25519)|\.npmrc|\.netrc|_netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.dockercfg|credentials(\.(json|ya?ml|toml|ini))?|client_secret.*\.json|service[-_]account.*\.json|secrets?\.(json|ya?ml|toml|ini|env))$/;
/** Folders in which such programs keep them. */
const SECRET_FOLDERS = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker']);

/** True for a path (any separators) that looks like a secret. Case is ignored, as some disks do. */
export function isSecretFile(path: string): boolean {
  const segments = path.toLowerCase().split(/[\\/]/);
  const name = segments.pop() ?? '';
  return segments.some(segment => SECRET_FOLDERS.has(segment)) || SECRET_NAMES.test(name);
}
