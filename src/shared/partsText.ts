import type { Part } from './messages';

/** The text of the parts, without thoughts and calls; texts are joined by `between`. */
export function textOf(parts: readonly Part[], between = ''): string {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(between);
}

/** The text of the parts as the user typed it: a command instead of its expansion. */
export function typedIn(parts: readonly Part[], between = ''): string {
  return parts
    .flatMap(part => (part.type === 'text' && part.typed !== '' ? [part.typed ?? part.text] : []))
    .join(between);
}

/** A command as it is typed. */
export function typedLine(name: string, args: string): string {
  return args === '' ? `/${name}` : `/${name} ${args}`;
}

/** The parts as the expansion of a command that the user typed; sent again, it attaches its images and files again. */
export function expansionOf(typed: string, parts: readonly Part[]): Part[] {
  const first = parts.findIndex(({ type }) => type === 'text');
  if (first < 0) return [{ type: 'text', text: typed }, ...parts.map(asMentioned)];
  return parts.map((part, i) =>
    part.type === 'text' ? { ...part, typed: i === first ? typed : '' } : asMentioned(part),
  );
}

function asMentioned(part: Part): Part {
  return part.type === 'image' || part.type === 'file' ? { ...part, isMentioned: true } : part;
}
