// Parses server lists leniently: one invalid item must not cost all the others.
import type { ServerPrompt, ServerResource, ServerResourceTemplate, ServerTool } from './mcpConnection';
import { recordOf } from '../tools/serverContent';

export function toolOf(each: unknown): ServerTool[] {
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = recordOf(each);
  if (typeof name !== 'string') return [];
  const isReadable = !nestsBeyond(inputSchema, MOST_NESTED) && !nestsBeyond(outputSchema, MOST_NESTED);
  return [
    {
      name,
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
      inputSchema: isReadable ? inputSchema : 'It is nested too deeply.',
      ...(isReadable && outputSchema !== undefined && { outputSchema }),
      ...(typeof annotations === 'object' && annotations !== null && { annotations: recordOf(annotations) }),
      ...(recordOf(execution).taskSupport === 'required' && { needsTask: true as const }),
    },
  ];
}

/** Schemas that are nested deeper count as none: `JSON.stringify` and what validates would run out of stack. */
const MOST_NESTED = 500;

/** Whether a value from JSON has more than `most` levels. */
function nestsBeyond(value: unknown, most: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= most && level.length > 0; depth++) {
    level = level.flatMap(each =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return level.length > 0;
}

export function promptOf(each: unknown): ServerPrompt[] {
  const { name, title, description, arguments: listed } = recordOf(each);
  if (typeof name !== 'string') return [];
  const args = (Array.isArray(listed) ? listed : []).flatMap(arg => {
    const { name: argument, description: words, required } = recordOf(arg);
    if (typeof argument !== 'string') return [];
    return [
      { name: argument, isRequired: required === true, ...(typeof words === 'string' && { description: words }) },
    ];
  });
  return [
    {
      name,
      arguments: args,
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
    },
  ];
}

function namedOf(each: unknown, otherwise: string): Omit<ServerResource, 'uri'> {
  const { name, title, description, mimeType } = recordOf(each);
  return {
    name: typeof name === 'string' ? name : otherwise,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
  };
}

export function resourceOf(listed: unknown): ServerResource[] {
  const { uri } = recordOf(listed);
  return typeof uri === 'string' ? [{ uri, ...namedOf(listed, uri) }] : [];
}

export function templateOf(listed: unknown): ServerResourceTemplate[] {
  const { uriTemplate } = recordOf(listed);
  return typeof uriTemplate === 'string' ? [{ uriTemplate, ...namedOf(listed, uriTemplate) }] : [];
}
