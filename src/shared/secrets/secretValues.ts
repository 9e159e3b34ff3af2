// Decides which values of environment variables are secrets. A guard with false alarms gets switched off, so values
// that are short, a word, a path, a plain URL or meant to be public are not secrets.

const SHORTEST = 8;
/** Words of a name that mark a secret: long ones also as a suffix (`PGPASSWORD`), short ones only as whole words. */
const SECRET_WORD =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|(?:API|ACCESS|PRIVATE|SECRET|AUTH|SSH|SIGNING|ENCRYPTION|MASTER)KEY)S?$|^(?:KEY|PASS|PWD|PW|CERT|CERTIFICATE|CRED|O?AUTH|SALT|PAT|DSN)S?$|^(?:PRIVATE|AUTHORIZATION|AUTHENTICATION)$/;
/** Values that a build publishes in web pages, and addresses by which programs find each other. */
const HARMLESS_NAME =
  /^(?:NEXT_PUBLIC_|VITE_|REACT_APP_|EXPO_PUBLIC_|NUXT_PUBLIC_|GATSBY_|PUBLIC_)|(?:^|_)PUBLIC_KEY$|^(?:PWD|OLDPWD|SSH_AUTH_SOCK|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS)$|_(?:FILE|PATH|DIR|NAME|ID|URL|HEADER|TYPE|ALGORITHM|ENDPOINT)$/i;
const PLACEHOLDER =
  /^[<[{]|\.\.\.|example|change[-_ ]?me|placeholder|your[-_ ]|dummy|\bfake|\btodo\b|redacted|^(?:test|dev|local|demo|sample|none|null|undefined|default|secret|password|admin)(?:[-_]?\w{0,8})$/i;
/** Letters with at most one separator between words: a word, a mode, a name. */
const WORDS = /^\p{L}+(?:[-_ .]\p{L}+)*$/u;
const PATH = /^(?:~|\.{0,2})[\\/][\w.\\/ ~@-]*$|^[A-Za-z]:[\\/]/;
const URL_LOGIN = /:\/\/[^\s/:@]{0,200}:([^\s/@]{1,200})@/;
const LOGIN = /:\/\/([^\s/:@]{0,500})(?::([^\s/@]{0,500}))?@/g;
const AUTHORIZATION = /\bauthorization:\s{0,20}(?:basic|bearer|token)\s{1,20}([^\s"]{1,4096})/gi;

/** The secret in a variable's value; undefined: none. `isOfProject`: the variable is from a file meant for secrets. */
export function secretOf(name: string, written: string, isOfProject: boolean): string | undefined {
  const value = written.trim();
  const [, password] = URL_LOGIN.exec(value) ?? [];
  if (password !== undefined) return isPassword(password) ? password : undefined;
  if (value.length < SHORTEST || HARMLESS_NAME.test(name) || isHarmless(value)) return undefined;
  if (isSecretName(name)) return value;
  return isOfProject && isRandom(value) ? value : undefined;
}

/** What the addresses and headers in a text sign in with: passwords, and tokens in the place of a user's name. */
export function loginsIn(text: string): readonly string[] {
  const inAddresses = Array.from(text.matchAll(LOGIN), ([, user = '', password = '']) => [
    ...(isRandom(user) ? [user] : []),
    ...(password !== '' && !PLACEHOLDER.test(password) && password !== 'x-oauth-basic' ? [password] : []),
  ]);
  return [...inAddresses.flat(), ...Array.from(text.matchAll(AUTHORIZATION), ([, value = '']) => value)];
}

/** Whether such a secret is long and unusual enough to be looked for in other texts. */
export function isUnusual(secret: string): boolean {
  return isPassword(secret);
}

function isHarmless(value: string): boolean {
  if (/^[\d.,:\s-]+$/.test(value) && value.length < 24) return true;
  if (/^(?:https?|wss?|ftp|file|redis|postgres\w*|mysql|mongodb\S*?|amqps?):\/\//i.test(value)) return true;
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value) || /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?$/.test(value)) {
    return value.length < 40 || !isRandom(value);
  }
  return PATH.test(value) || PLACEHOLDER.test(value) || (WORDS.test(value) && value.length < 20) || isExample(value, 5);
}

/** For the password in a URL: a common default is not a secret. */
function isPassword(text: string): boolean {
  const password = decoded(text);
  return password.length >= SHORTEST && !PLACEHOLDER.test(password) && !WORDS.test(password);
}

/** Whether one of the words of a name marks a secret; words are separated by non-letters or camelCase. */
function isSecretName(name: string): boolean {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').split(/[^A-Za-z]+/);
  return words.some(word => SECRET_WORD.test(word.toUpperCase()));
}

/** Long, without whitespace, a random-looking mix of letters and digits. */
function isRandom(value: string): boolean {
  return (
    value.length >= 20 && /^\S+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && bitsOf(value) >= 3.5
  );
}

/** Shannon entropy in bits per character. */
function bitsOf(value: string): number {
  const counts = new Map<string, number>();
  for (const each of value) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}

/** True for placeholders of keys in documents and tests: few different characters, or sequences of them. */
export function isExample(value: string, fewest = 8): boolean {
  if (
    /example|fake|dummy|placeholder|redacted|your|(.)\1{5}|0123456|1234567|abcdef|ABCDEF/i.test(value.slice(0, 400))
  ) {
    return true;
  }
  return new Set(value).size < fewest;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
