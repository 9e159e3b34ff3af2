import { EncodedKeys } from './encodedKeys';
import type { KeyShape } from './encodedKeys';

const REDACTED = '[redacted]';

const LETTERS = /^[A-Za-z0-9]*$/;
const NAME = /^[\w-]*$/;
const DOTTED = /^[\w.-]*$/;

// A pattern either starts at a boundary or consumes everything from its beginning on that could start another match,
// so that a lookalike is scanned once and not once per character. Lengths are limited, far above that of any key,
// because the regex engine stores a backtracking position per character.
export const KEY_SHAPES: readonly KeyShape[] = [
  // Google: API keys, keys bound to an account, access and refresh tokens, client secrets.
  { beginning: 'AIza', part: 'Iza', body: { of: NAME, least: 20 }, pattern: /AIza[\w-]{20,4096}/g },
  { beginning: 'AQ.', part: 'Q.', body: { of: NAME, least: 20 }, pattern: /(?<![A-Za-z0-9])AQ\.[\w-]{20,4096}/g },
  { beginning: 'ya29.', part: '29.', body: { of: DOTTED, least: 6 }, pattern: /(?<![A-Za-z0-9])ya29\.[\w.-]{6,4096}/g },
  { beginning: '1//0', part: '//0', body: { of: NAME, least: 20 }, pattern: /(?<![A-Za-z0-9])1\/\/0[\w-]{20,4096}/g },
  { beginning: 'GOCSPX-', part: 'GOCSPX-', body: { of: NAME, least: 10 }, pattern: /GOCSPX-[\w-]{10,4096}/g },
  // GitHub, GitLab, npm, Slack.
  ...['gho_', 'ghp_', 'ghr_', 'ghs_', 'ghu_'].map(beginning => {
    return {
      beginning,
      part: 'gh',
      body: { of: LETTERS, least: 20 },
      pattern: new RegExp(`${beginning}[A-Za-z0-9]{20,4096}`, 'g'),
    };
  }),
  { beginning: 'github_pat_', part: 'b_pat_', body: { of: NAME, least: 20 }, pattern: /github_pat_\w{20,4096}/g },
  {
    beginning: 'glpat-',
    part: 'lpat-',
    body: { of: NAME, least: 20 },
    pattern: /glpat-[\w-]{20,4096}(?:\.[\w.]{2,20})?/g,
  },
  { beginning: 'npm_', part: 'm_', body: { of: LETTERS, least: 36 }, pattern: /npm_[A-Za-z0-9]{36,4096}/g },
  {
    beginning: 'xox',
    part: 'xox',
    body: { of: /^(?:[abeoprs](?:-[\w.-]*)?)?$/, least: 11 },
    pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9][\w.-]{9,4096}/g,
  },
  // AWS, OpenAI and Anthropic.
  {
    beginning: 'AKIA',
    part: 'KIA',
    body: { of: LETTERS, least: 16 },
    pattern: /(?<![A-Za-z0-9])AKIA[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    beginning: 'ASIA',
    part: 'SIA',
    body: { of: LETTERS, least: 16 },
    pattern: /(?<![A-Za-z0-9])ASIA[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    beginning: 'sk-',
    part: 'k-',
    body: { of: /^(?:[A-Za-z0-9]*|(?:proj|svcacct|admin|ant|or)-[\w-]*)$/, least: 28 },
    pattern: /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|ant|or)-[\w-]{20,4096}|[A-Za-z0-9]{20,4096})/g,
  },
  // JSON Web Tokens; the lookbehind prevents a long run of their characters from being matched again from every
  // position.
  {
    beginning: 'eyJ',
    joint: '.',
    part: 'yJ',
    body: { of: NAME, least: 8 },
    pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.eyJ[\w-]{4,8192}\.[\w-]{0,8192}/g,
    opening: /^eyJ[\w-]{8,8192}(?:\.(?:e|ey|eyJ[\w-]{0,8192})?)?$/,
  },
  // A private key, even if truncated; the header alone is just source code.
  {
    beginning: '-----BEGIN ',
    part: 'BEGIN ',
    body: { of: /^[A-Z ]*(?:(?<=KEY|BLOCK)-*)?$/, least: 16 },
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----(?:BEGIN|END) )[\w+/=\s\\:,()|>.-]){16,32768}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
];

export const encodedKeys = new EncodedKeys(KEY_SHAPES);

/** Several kinds may have a part in common, which is searched for once. */
const SHAPES_BY_PART = [...new Set(KEY_SHAPES.map(({ part }) => part))].map(part => {
  return { part, shapes: KEY_SHAPES.filter(shape => shape.part === part) };
});

// Secrets recognized only by their label: good enough for messages, too broad for source code.
const LABELLED: readonly [RegExp, string][] = [
  [/\b(Bearer\s+)[\w.~+/-]+=*/gi, `$1${REDACTED}`],
  [
    /((?:x-goog-api-key|api[-_]?key|access[-_]?token|refresh[-_]?token|client[-_]?secret)["']?\s*[:=]\s*["']?)[^\s"'&,;}]+/gi,
    `$1${REDACTED}`,
  ],
  [/([?&]key=)[^\s"'&]+/gi, `$1${REDACTED}`],
  [/(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}(?=@)/g, `$1${REDACTED}`],
  [/\b(?:ya29\.|GOCSPX-)[\w.-]+/g, REDACTED],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REDACTED],
];

/**
 * The text without anything that has the fixed shape of a key or a token, encoded or not; everything else, especially
 * source code, is unchanged.
 */
export function redactKeys(text: string): string {
  let clean = encodedKeys.redact(text, REDACTED);
  for (const { part, shapes } of SHAPES_BY_PART) {
    if (!clean.includes(part)) continue;
    for (const { beginning, pattern } of shapes)
      if (clean.includes(beginning)) clean = clean.replace(pattern, REDACTED);
  }
  return clean;
}

/** Like `redactKeys`, but also removes what is labeled as a secret in a header, a URL or JSON; for messages. */
export function redact(text: string): string {
  return LABELLED.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), redactKeys(text));
}
