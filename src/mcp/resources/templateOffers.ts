import * as l10n from '@vscode/l10n';
import type { MentionOffer } from '../../agent/ports/mentionSource';
import { plainText } from '../../shared/plainText';
import type { ServerResourceTemplate } from '../connection/mcpConnection';
import { isTypeable, type Completing } from '../prompts/promptCompletion';

/** How many milliseconds completion waits for a server. */
const PATIENCE_MS = 1500;
const MAX_VALUES = 50;

/** A template's literal texts and the variables between them; there is one more text than variables. */
interface Pieces {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/**
 * The resources of a server's templates that match the text after the `@`: first a template's literal beginning,
 * then, variable by variable, the values that the server offers.
 */
export async function templateOffers(server: Completing, typed: string): Promise<readonly MentionOffer[]> {
  const start = `${server.name}:`;
  const offers = server.offer.templates.map(async template => {
    const pieces = piecesOf(template.uriTemplate);
    const [first = ''] = pieces?.texts ?? [];
    if (!pieces || first === '') return [];
    const label = labelOf(template, server.name, template.uriTemplate);
    const isBegun = typed.toLowerCase().startsWith(`${start}${first}`.toLowerCase());
    if (!isBegun) return [{ ...label, name: `${start}${first}`, isOpen: true }];
    const place = placeIn(pieces, typed.slice(start.length));
    if (!place) return [];
    const { before, name, value, given, rest, isLast } = place;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const values = await server.connection
      ?.complete({ template: template.uriTemplate }, { name, value }, signal, given)
      .catch(() => []);
    return (values ?? [])
      .filter(isTypeable)
      .slice(0, MAX_VALUES)
      .map((each): MentionOffer => ({
        name: `${start}${before}${encodeURIComponent(each)}${rest}`,
        label: `${server.name}: ${each}`,
        description: label.description,
        ...(!isLast && { isOpen: true }),
      }));
  });
  return (await Promise.all(offers)).flat();
}

/** Returns undefined for a template with anything but simple variables; such resources can only be typed. */
function piecesOf(template: string): Pieces | undefined {
  const parts = template.split(/\{([\w.]+)\}/);
  const [texts, names] = [parts.filter((_, i) => i % 2 === 0), parts.filter((_, i) => i % 2 === 1)];
  const isPlain = texts.every(text => !/[{}\s]/.test(text)) && names.length > 0;
  return isPlain ? { texts, names } : undefined;
}

/** The variable being typed, with the text before it and the text between it and the next one. */
function placeIn({ texts, names }: Pieces, typed: string) {
  let before = texts[0] ?? '';
  const given: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const rest = texts[i + 1] ?? '';
    const value = typed.slice(before.length);
    const end = rest === '' ? -1 : value.indexOf(rest);
    const isLast = i === names.length - 1;
    if (end < 0 || isLast) return { before, name, value, given, rest, isLast };
    given[name] = value.slice(0, end);
    before += value.slice(0, end) + rest;
  }
  return undefined;
}

/** URIs of a server often begin alike, so that they would look the same in a narrow list. */
export function labelOf(
  { title, name }: Pick<ServerResourceTemplate, 'title' | 'name'>,
  server: string,
  uri: string,
): Pick<MentionOffer, 'label' | 'description'> {
  return {
    label: `${server}: ${plainText(title ?? name).slice(0, 200)}`,
    description: l10n.t('Resource of the MCP server “{0}”: {1}', server, plainText(uri).slice(0, 500)),
  };
}
