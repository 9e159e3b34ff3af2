import type { AgentDefinition, AgentText } from '../../agent/ports/agents';
import { visibleText } from '../../shared/hiddenCharacters';
import { hiddenCharactersIn, oneLine, type FileProblem } from '../definitionFile';
import { FrontMatterError, readFrontMatter, type FrontMatter } from '../frontMatter';
import { agentNameOf } from './agentName';
import { toolPatterns } from './toolNames';

export interface ParsedAgent {
  /** Null if it can't be used; the problems say why. */
  readonly agent: AgentDefinition | null;
  readonly problems: readonly FileProblem[];
}

const MAX_LENGTH = 100_000;
const MAX_DESCRIPTION = 1024;
const MAX_TURNS = 30;
const MAX_MINUTES = 10;
/** Names of Gemini models. For models of other services, the chat's model is used instead. */
const OUR_MODEL = /^(?:gemini|auto|pro|flash)/i;
const SERVERS = ['mcp_servers', 'mcpServers', 'mcp-servers'];
const WITHOUT_EFFECT = ['handoffs', 'hooks'];

/** Parses one file that defines an agent. */
export function parseAgent(source: AgentText): ParsedAgent {
  const { file, text, error } = source;
  const refuseFor = (refusals: readonly Refusal[]): ParsedAgent => ({
    agent: null,
    problems: refusals.map(({ message, line }) => ({
      file,
      ...(line !== undefined && { line }),
      severity: 'error',
      message,
    })),
  });
  const refuse = (message: string, line?: number) => refuseFor([{ message, line }]);
  if (text === null) return refuse(`It can't be read: ${error ?? 'unknown error'}`);
  if (text.length > MAX_LENGTH) return refuse(`It is longer than ${MAX_LENGTH} characters.`);
  try {
    const head = readFrontMatter(text);
    const refusals = refusalsOf(source, head);
    return refusals.length > 0 ? refuseFor(refusals) : agentOf(source, head);
  } catch (failure) {
    if (failure instanceof FrontMatterError) return refuse(failure.message, failure.line);
    throw failure;
  }
}

interface Refusal {
  readonly message: string;
  readonly line?: number | undefined;
}

/** Everything for which an agent can't be used, so that one reading of the list mends the file. */
function refusalsOf(source: AgentText, { values, lines, body }: FrontMatter): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (key: string, message: string) => refusals.push({ message, line: lines.get(key) ?? 1 });
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(nameIn(source, values)))
    refuse('name', '"name" may contain only letters, digits, - and _, and at most 64 characters.');
  const description = oneLine(values.get('description'));
  if (description === '') refuse('description', '"description" must be a non-empty string.');
  if (description.length > MAX_DESCRIPTION)
    refuse('description', `"description" must be at most ${MAX_DESCRIPTION} characters.`);
  const kind = values.get('kind') ?? 'local';
  if (kind !== 'local') refuse('kind', `Agents of the kind "${kind}" aren't available here.`);
  for (const [key, least, most] of [
    ['temperature', 0, 2],
    ['max_turns', 1, 1000],
    ['timeout_mins', 0.01, 1440],
  ] as const) {
    const value = values.get(key);
    const isNumber = value === undefined || (value.trim() !== '' && Number(value) >= least && Number(value) <= most);
    if (!isNumber) refuse(key, `"${key}" must be a number from ${least} to ${most}.`);
  }
  if (body === '') refusals.push({ message: 'It has no instructions.' });
  return refusals;
}

function agentOf(source: AgentText, head: FrontMatter): ParsedAgent {
  const { file, format } = source;
  const { values, lines, body } = head;
  const number = (key: string) => (values.has(key) ? Number(values.get(key)) : undefined);
  const name = nameIn(source, values);
  const model = values.get('model');
  const isOurs = model !== undefined && model !== 'inherit' && (format === 'gemini' || OUR_MODEL.test(model));
  const temperature = number('temperature');
  const entries = toolsIn(head);
  const { names, own } = serversIn(head);
  const tools = entries && [...new Set([...entries.flatMap(toolPatterns), ...names.map(each => `mcp_${each}_*`)])];
  const isForUserOnly = format === 'skill' && values.get('disable-model-invocation')?.trim().toLowerCase() === 'true';
  const agent: AgentDefinition = {
    name,
    title: visibleText(oneLine(values.get('display_name'))) || name,
    description: visibleText(oneLine(values.get('description'))),
    instructions: body,
    ...(format === 'skill' && { isSkill: true }),
    ...(tools && !tools.includes('*') && { tools }),
    ...(isOurs && { model }),
    ...(temperature !== undefined && { temperature }),
    maxTurns: number('max_turns') ?? MAX_TURNS,
    maxMinutes: number('timeout_mins') ?? MAX_MINUTES,
    ...(source.brief && { brief: source.brief }),
    ...(isForUserOnly && { isForUserOnly }),
    source: source.source,
    file,
  };
  // Other problems are reported for it as a skill.
  if (format === 'skill') return { agent, problems: [] };
  const hint = (key: string, message: string): FileProblem => ({
    file,
    line: lines.get(key) ?? 1,
    severity: 'hint',
    message,
  });
  const unknown = (entries ?? []).filter(entry => toolPatterns(entry).length === 0);
  return {
    agent,
    problems: [
      ...WITHOUT_EFFECT.filter(key => lines.has(key)).map(key => hint(key, `"${key}" has no effect here.`)),
      ...own.map(key => hint(key, 'Servers in this file aren\'t started. Add them to "mcpServers" in settings.json.')),
      ...(model !== undefined && model !== 'inherit' && !isOurs
        ? [hint('model', `The model "${model}" isn't a Gemini model. The chat's model is used instead.`)]
        : []),
      ...(unknown.length > 0 ? [hint('tools', `Unknown tools: ${unknown.join(', ')}`)] : []),
      ...hiddenCharactersIn(file, source.text ?? ''),
    ],
  };
}

/** Copilot's agents may be named by their files alone; skills may have names that an agent can't have. */
function nameIn({ format, file }: AgentText, values: FrontMatter['values']): string {
  const name = (values.get('name') ?? '').trim();
  if (format === 'skill') return agentNameOf(name);
  if (format !== 'copilot') return name;
  return (name === '' ? (/([^\\/]+?)(?:\.agent)?\.md$/.exec(file)?.[1] ?? '') : name).replaceAll(' ', '-');
}

/** Undefined if all tools are meant. */
function toolsIn({ values, lists, lines }: FrontMatter): readonly string[] | undefined {
  if (!lines.has('tools')) return undefined;
  return lists.get('tools') ?? (values.get('tools') ?? '').split(',').filter(each => each.trim() !== '');
}

/** The servers named by the file, whose tools the agent also gets; `own`: keys that configure servers of their own. */
function serversIn({ values, lists, lines }: FrontMatter): { readonly names: string[]; readonly own: string[] } {
  const names: string[] = [];
  const own: string[] = [];
  for (const key of SERVERS.filter(each => lines.has(each))) {
    const listed = lists.get(key) ?? values.get(key)?.split(',') ?? [];
    const plain = listed.map(each => each.trim()).filter(each => /^[\w.-]+$/.test(each));
    names.push(...plain);
    if (plain.length === 0 || plain.length < listed.length) own.push(key);
  }
  return { names, own };
}
