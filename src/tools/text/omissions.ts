const LONGEST_LINE = 200;
const ELLIPSIS = /\.{3}|…/;
const COMMENT = /^(?:\/\/|\/\*|<!--|--|[#;%])/;

const PHRASES: readonly RegExp[] = [
  /^(?:the |and )*(?:rest|remainder) of\b/,
  /^(?:the |all |other |any |your |keep )*(?:remaining|existing|previous|other|original|unchanged|same)\b.*\b(?:code|method|function|class|content|file|implementation|import|line|logic|section|test|part|propert|field|rule|item|stay|remain|here|as before)/,
  /^(?:the |all )*(?:unchanged|no changes?|(?:code|content|lines?|methods?|functions?|everything)\b.*\b(?:unchanged|as before|the same|omitted))/,
];

/**
 * Finds a line that is a placeholder for omitted text, such as `// ... rest of the code ...`, which would end up in
 * the file as it is. Null if there is none, or if `before` already contains it.
 */
export function findOmission(text: string, before: string): string | null {
  if (!ELLIPSIS.test(text)) return null;
  const known = new Set(before.split('\n').map(line => line.trim()));
  const lines = text.split('\n').map(line => line.trim());
  return lines.find(line => !known.has(line) && isOmission(line)) ?? null;
}

function isOmission(line: string): boolean {
  if (line.length > LONGEST_LINE || !ELLIPSIS.test(line)) return false;
  const bare = line.replace(/^[\s/*#<!\-;%([{]+/, '').replace(/[\s/*\->)\]},;]+$/, '');
  const endsInDots = bare.endsWith('...') || bare.endsWith('…');
  // `...rest` is a spread, and prose may end in dots as well.
  const isStandIn = COMMENT.test(line)
    ? endsInDots || /^(?:\.{3}|…)/.test(bare)
    : (endsInDots && /^[([{]/.test(line)) || /^(?:\.{3}|…)(?!\w)/.test(bare);
  if (!isStandIn) return false;
  const words = bare.replace(/^[.…\s]+/, '').replace(/[.…\s]+$/, '');
  return PHRASES.some(phrase => phrase.test(words.toLowerCase()));
}
