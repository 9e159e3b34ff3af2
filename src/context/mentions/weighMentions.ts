import type { MentionOffer } from '../../agent/ports/mentionSource';
import type { Workspace } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import type { MentionView } from '../../shared/protocol';
import { findMentions } from './findMentions';

const MAX_SHOWN = 50;
const BYTES_PER_TOKEN = 4;
/** The tokens of an image of any size, and the maximum number of tokens read from a file. */
const IMAGE_TOKENS = 3000;
const MAX_TOKENS = 50_000;

/** The mentions in a text and their approximate sizes, from file sizes alone: nothing is read. */
export async function weighMentions(
  text: string,
  workspace: Workspace,
  offers: readonly MentionOffer[],
): Promise<readonly MentionView[]> {
  const views = new Map<string, MentionView>();
  for (const { readings } of findMentions(text).slice(0, MAX_SHOWN)) {
    for (const { name, lines } of readings) {
      const view = offers.some(offer => isOf(offer, name))
        ? { label: `@${name}` }
        : await fileView(name, lines, workspace);
      if (!view) continue;
      views.set(view.label, view);
      break;
    }
  }
  return [...views.values()];
}

/** Punctuation at the end of a sentence is no part of what follows an open offer. */
function isOf({ name: offered, isOpen }: MentionOffer, name: string): boolean {
  if (!isOpen) return name === offered;
  return name.startsWith(offered) && name.length > offered.length && !/[.,;:!?)\]}'"]$/.test(name);
}

async function fileView(
  name: string,
  lines: { readonly first: number; readonly last: number } | undefined,
  workspace: Workspace,
): Promise<MentionView | undefined> {
  try {
    const path = await workspace.resolve(name);
    const stat = await workspace.stat(path);
    if (!stat) return undefined;
    const label = path.display === '' ? name : path.display;
    if (stat.type === 'directory') return { label: `${label}/` };
    if (lines) return { label: `${label}:${lines.first}-${lines.last}` };
    const isImage = /\.(?:png|jpe?g|webp|gif|heic|heif)$/i.test(name);
    const tokens = isImage ? IMAGE_TOKENS : Math.min(MAX_TOKENS, Math.ceil(stat.size / BYTES_PER_TOKEN));
    return { label, tokens };
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
