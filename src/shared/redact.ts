const REDACTED = '[redacted]';

// Google API keys, OAuth tokens and refresh tokens by their fixed beginnings; anything that is labelled as a credential.
const SECRETS: readonly [RegExp, string][] = [
  [/AIza[\w-]{20,}/g, REDACTED],
  [/\bAQ\.[\w-]{20,}/g, REDACTED],
  [/\bya29\.[\w.-]+/g, REDACTED],
  [/\b1\/\/0[\w-]{20,}/g, REDACTED],
  [/\bGOCSPX-[\w-]+/g, REDACTED],
  [/\b(Bearer\s+)[\w.~+/-]+=*/gi, `$1${REDACTED}`],
  [
    /((?:x-goog-api-key|api[-_]?key|access[-_]?token|refresh[-_]?token|client[-_]?secret)["']?\s*[:=]\s*["']?)[^\s"'&,;}]+/gi,
    `$1${REDACTED}`,
  ],
  [/([?&]key=)[^\s"'&]+/gi, `$1${REDACTED}`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REDACTED],
];

/** The text without what is shaped like a key, a token or a password in a header, an address or JSON. */
export function redact(text: string): string {
  return SECRETS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}
