import type { EditProposal, EditsProposal, McpProposal, RememberChoice } from '../shared/proposals';
import type { ApprovalMode } from '../shared/protocol';
import type { Decision, PolicyRequest } from './decision';
import { hostOf } from './fetchHosts';
import { changesScripts, runsByItself } from './protectedFiles';

/** The decision about a request that no rule matches; commands are decided elsewhere. */
export function withoutRule({ toolName, proposal, serverName }: PolicyRequest, mode: ApprovalMode): Decision {
  if (proposal?.kind === 'mcp')
    return { decision: 'ask', reason: { kind: 'server' }, remember: rememberServer(proposal) };
  if (serverName !== undefined) return { decision: 'ask', reason: { kind: 'server' } };
  switch (proposal?.kind) {
    case undefined:
    case 'read':
      return { decision: 'allow', reason: { kind: 'readOnly' } };
    case 'edit':
    case 'edits': {
      const guess = guessedIn(proposal);
      if (guess) return { decision: 'ask', reason: { kind: 'guessed', detail: guess.path } };
      if (mode !== 'autoEdit') return { decision: 'ask', reason: { kind: 'edit' } };
      const running = editsIn(proposal).find(
        ({ file, before, after }) => runsByItself(file) || changesScripts(file, before, after),
      );
      return running
        ? { decision: 'ask', reason: { kind: 'selfRunning', detail: running.path } }
        : { decision: 'allow', reason: { kind: 'mode' } };
    }
    case 'fetch':
      return { decision: 'ask', reason: { kind: 'fetch' }, remember: rememberHosts(proposal.urls) };
    case 'skill':
      return proposal.isKnown
        ? { decision: 'allow', reason: { kind: 'readOnly' } }
        : { decision: 'ask', reason: { kind: 'skill' } };
    case 'discovered':
      return { decision: 'ask', reason: { kind: 'command' }, remember: rememberTool(toolName) };
    case 'command':
    case 'questions':
    case 'mode':
      return { decision: 'ask', reason: { kind: 'command' } };
    default:
      return proposal satisfies never;
  }
}

/** An edit whose old text was not in the file, so its position was guessed by similarity or by a model. */
function guessedIn(proposal: EditProposal | EditsProposal): EditProposal | undefined {
  return editsIn(proposal).find(({ correction }) => correction === 'fuzzy' || correction === 'model');
}

function editsIn(proposal: EditProposal | EditsProposal): readonly EditProposal[] {
  return proposal.kind === 'edit' ? [proposal] : proposal.edits;
}

/**
 * Choices for the tool or its whole server. For a server configured by the workspace folder, none reaches beyond it.
 */
function rememberServer({ server, tool, isForeign }: McpProposal): RememberChoice[] {
  const scopes = isForeign ? (['session', 'folder'] as const) : (['session', 'folder', 'user'] as const);
  const name = `mcpName = ${JSON.stringify(server)}`;
  // A name that could match more than itself never becomes part of a rule.
  const rules = [...(/^[\w.:/ -]+$/.test(tool) ? [`${name}, toolName = ${JSON.stringify(tool)}`] : []), name];
  return rules.flatMap((rule, i) =>
    scopes.map(scope => ({ id: `${i < rules.length - 1 ? 'tool' : 'server'}:${scope}`, scope, rule })),
  );
}

/** Offers to fetch from one host without asking; offers nothing for several hosts together. */
function rememberHosts(urls: readonly string[]): RememberChoice[] {
  const hosts = [...new Set(urls.map(hostOf))];
  const [host] = hosts;
  if (host === undefined || host === null || hosts.length !== 1) return [];
  return (['session', 'folder', 'user'] as const).map(scope => ({
    id: `fetch:${scope}`,
    scope,
    rule: `host = ${JSON.stringify(host)}`,
  }));
}

/** Offers to allow a tool declared by the user's discovery command from now on, whatever its arguments. */
function rememberTool(toolName: string): RememberChoice[] {
  return (['session', 'folder', 'user'] as const).map(scope => ({ id: `tool:${scope}`, scope, rule: toolName }));
}
