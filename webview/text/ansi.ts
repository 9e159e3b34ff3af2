// Terminal output for users: colors are kept, all other control sequences are dropped.

/** A run of output in one style; `style` is a list of class names, empty for plain text. */
export interface AnsiRun {
  readonly text: string;
  readonly style: string;
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** OSC, DCS, SOS, PM and APC strings with their contents (even truncated ones), CSI sequences, other escapes. */
const SEQUENCE = new RegExp(
  [
    String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)`,
    String.raw`(?:\x1b\[|\x9b)([0-9:;<=>?]*)[ -/]*([@-~]|$)`,
    String.raw`\x1b[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);

/** Control characters left once the sequences are removed; newline and tab stay. */
const CONTROLS = /[\0-\x08\v-\x1f\x7f-\x9f]/g;

/** Returns the output in runs of one style; styles are classes such as `ansi-red` and `ansi-bold`. */
export function ansiRuns(output: string): AnsiRun[] {
  const runs: AnsiRun[] = [];
  let style: Style = {};
  let end = 0;
  const add = (text: string) => {
    const clean = text.replace(CONTROLS, '');
    if (clean) runs.push({ text: clean, style: classesOf(style) });
  };
  const source = overwritten(output);
  for (const match of source.matchAll(SEQUENCE)) {
    add(source.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[2] === 'm') style = restyle(style, match[1] ?? '');
  }
  add(source.slice(end));
  return runs;
}

/** Applies carriage returns, which overwrite the line from its start, as progress bars do. */
function overwritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map(line => line.slice(line.trimEnd().lastIndexOf('\r') + 1))
    .join('\n');
}

interface Style {
  readonly color?: string;
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
}

function classesOf(style: Style): string {
  return [
    style.color && `ansi-${style.color}`,
    style.isBold && 'ansi-bold',
    style.isDim && 'ansi-dim',
    style.isItalic && 'ansi-italic',
    style.isUnderlined && 'ansi-underline',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * The style after `ESC [ codes m`. Backgrounds, 256-color and true-color codes are ignored: they don't follow the
 * theme.
 */
function restyle(style: Style, codes: string): Style {
  const list = codes.split(/[;:]/).map(Number);
  let next = style;
  for (let i = 0; i < list.length; i++) {
    const code = list[i] ?? 0;
    if (code === 38 || code === 48) i += list[i + 1] === 5 ? 2 : 4;
    else next = restyleOne(next, code);
  }
  return next;
}

function restyleOne(style: Style, code: number): Style {
  if (code === 0) return {};
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 3) return { ...style, isItalic: true };
  if (code === 4) return { ...style, isUnderlined: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 23) return { ...style, isItalic: false };
  if (code === 24) return { ...style, isUnderlined: false };
  const color = code >= 90 ? NAMES[code - 90] : NAMES[code - 30];
  if (color !== undefined) return { ...style, color: code >= 90 ? `bright-${color}` : color };
  if (code === 39) {
    const { color: _, ...rest } = style;
    return rest;
  }
  return style;
}
