import type { ApprovalMode } from '../shared/protocol';
import { boundedTest, withoutLead } from './boundedPattern';
import type { PolicyRequest } from './decision';
import { goesOnlyTo } from './fetchHosts';
import type { Rule, RuleDecision } from './rule';
import { stableJson } from './stableJson';
import { rankOf, type Tier } from './tiers';

/** Rules in the order in which they are tried: higher rank first, and at equal rank the stricter first. */
export function inOrder(rules: readonly Rule[]): readonly Rule[] {
  const strictness: Readonly<Record<RuleDecision, number>> = { deny: 0, ask: 1, allow: 2 };
  return [...rules].sort((a, b) => b.rank - a.rank || strictness[a.decision] - strictness[b.decision]);
}

/**
 * The rules that apply in a mode and with or without a user to ask. In autoEdit mode, where files are changed without
 * asking, redirections are allowed too; files that are asked about in every mode are still asked about.
 */
export function holding(rules: readonly Rule[], mode: ApprovalMode, canAsk: boolean): readonly Rule[] {
  const held = rules.filter(
    ({ modes, isInteractive }) =>
      (!modes || modes.includes(mode)) && (isInteractive === undefined || isInteractive === canAsk),
  );
  return mode === 'autoEdit' ? held.map(rule => ({ ...rule, allowsRedirection: true })) : held;
}

/** True for a rule about the tool of a request, whatever its arguments. */
export function isAboutTool(rule: Rule, request: Omit<PolicyRequest, 'args'>): boolean {
  const { toolName, otherNames = [], serverName, annotations = {} } = request;
  if (rule.agent !== undefined && rule.agent !== request.agent) return false;
  if (rule.serverName !== undefined && rule.serverName !== '*' && rule.serverName !== serverName) return false;
  if (rule.serverName === '*' && serverName === undefined) return false;
  const wanted = Object.entries(rule.annotations ?? {});
  if (!wanted.every(([key, value]) => annotations[key] === value)) return false;
  // A rule about a server may use the server's own names for its tools.
  const { proposal } = request;
  const own = rule.serverName !== undefined && proposal?.kind === 'mcp' ? [proposal.tool] : [];
  const names = [toolName, ...otherNames, ...own];
  return rule.toolNames.some(
    pattern => names.some(name => fits(pattern, name)) && !isOtherServer(rule, pattern, serverName),
  );
}

/** The first rule that matches a call that is not a shell command. */
export function ruleFor(rules: readonly Rule[], request: PolicyRequest): Rule | undefined {
  let json: string | undefined;
  return rules.find(rule => {
    if (rule.commandPrefixes || rule.commandRegex || rule.ignoredFiles || !isAboutTool(rule, request)) return false;
    if (rule.fetchHost !== undefined && rule.decision === 'allow') return isFetchFrom(rule.fetchHost, request);
    json ??= stableJson(request.args);
    return !rule.argsPattern || matchesArgs(rule, rule.argsPattern, json);
  });
}

/** Rules of a project or an extension may have been written to take forever. The user's own decide, however long they take. */
function matchesArgs({ rank, decision }: Rule, pattern: RegExp, json: string): boolean {
  return rank < rankOf('user', 0) ? boundedTest(pattern, json, decision !== 'allow') : withoutLead(pattern).test(json);
}

/** The addresses a call really goes to count, not their spelling in its arguments. */
function isFetchFrom(host: string, { proposal }: PolicyRequest): boolean {
  return proposal?.kind === 'fetch' && goesOnlyTo(host, proposal.urls, proposal.prompt);
}

/** `mcp_a_*` allows the tools of the server `a`, not those of a server named `a_b`. */
function isOtherServer(
  { decision, serverName: ofRule }: Rule,
  pattern: string,
  serverName: string | undefined,
): boolean {
  const [, server] = /^(?:mcp_)?(.+?)(?:_|__)\*$/.exec(pattern) ?? [];
  if (decision !== 'allow' || ofRule !== undefined || serverName === undefined || server === undefined) return false;
  const plain = serverName.replace(/[^A-Za-z0-9_.:-]/g, '_');
  return !plain.startsWith(server) ? false : plain !== server;
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** Settings about MCP servers, by server name. */
export interface ServerSettings {
  /** Their tools run without asking. */
  readonly trusted?: readonly string[];
  readonly allowed?: readonly string[];
  readonly excluded?: readonly string[];
  /** Servers that the administrator excludes. */
  readonly forced?: readonly string[];
}

/** The server settings as rules. */
export function rulesFromServers({ trusted = [], allowed = [], excluded = [], forced = [] }: ServerSettings): Rule[] {
  const rule = (
    serverName: string,
    decision: RuleDecision,
    priority: number,
    name: string,
    tier: Tier = 'user',
  ): Rule => ({
    toolNames: ['*'],
    serverName,
    decision,
    rank: rankOf(tier, priority),
    allowsRedirection: false,
    name: `${name}: ${serverName}`,
  });
  return [
    ...forced.map(each => rule(each, 'deny', 900, 'mcp.excluded', 'admin')),
    ...excluded.map(each => rule(each, 'deny', 900, 'mcp.excluded')),
    ...trusted.map(each => rule(each, 'allow', 200, 'trust')),
    ...allowed.map(each => rule(each, 'allow', 100, 'mcp.allowed')),
  ];
}

/** Settings about tools. Each list has its own priority among the user's rules. */
export interface ToolSettings {
  readonly allowed?: readonly string[];
  readonly excluded?: readonly string[];
  readonly confirmed?: readonly string[];
  /** If not empty, no other tools may be used. */
  readonly core?: readonly string[];
  /** Each list also excludes all other tools, but allows nothing. */
  readonly limits?: readonly (readonly string[])[];
  /** Tools that the administrator denies or requires approval for; these override every rule of the user. */
  readonly forced?: { readonly excluded: readonly string[]; readonly confirmed: readonly string[] };
}

/** Turns lists of tools, such as `run_shell_command(git status)`, into rules. */
export function rulesFromSettings({
  allowed = [],
  excluded = [],
  confirmed = [],
  core = [],
  forced = { excluded: [], confirmed: [] },
}: ToolSettings): Rule[] {
  const only = core.length > 0 ? [...core.flatMap(each => granted(each, 250, 'tools.core')), everyOther()] : [];
  const ofAdministrator = [
    ...forced.excluded.map(each => listed(each, 'deny', 400, 'tools.exclude')),
    ...forced.confirmed.map(each => listed(each, 'ask', 350, 'tools.confirmationRequired')),
  ];
  return [
    ...ofAdministrator.map(rule => ({ ...rule, rank: rule.rank - rankOf('user', 0) + rankOf('admin', 0) })),
    ...excluded.map(each => listed(each, 'deny', 400, 'tools.exclude')),
    ...confirmed.map(each => listed(each, 'ask', 350, 'tools.confirmationRequired')),
    ...allowed.flatMap(each => granted(each, 300, 'tools.allowed')),
    ...only,
  ];
}

/** One list of rules for each list of `limits`. Only denials count; what they allow or ask is left to other rules. */
export function limitsFromSettings({ limits = [] }: ToolSettings): readonly (readonly Rule[])[] {
  return limits.map(core => inOrder(rulesFromSettings({ core })));
}

/** False for a tool that these lists forbid whatever its arguments; it isn't offered to the model. */
export function isOffered(
  { name, otherNames = [] }: { readonly name: string; readonly otherNames?: readonly string[] },
  { excluded = [], core = [], limits = [] }: ToolSettings,
): boolean {
  const isNamedBy = (entry: string) =>
    listed(entry, 'deny', 0, '').toolNames.some(pattern => [name, ...otherNames].some(each => fits(pattern, each)));
  const isExcluded = excluded.some(entry => isNamedBy(entry) && !listed(entry, 'deny', 0, '').commandPrefixes);
  const isIn = (list: readonly string[]) =>
    list.length === 0 || list.some(entry => isNamedBy(entry) && granted(entry, 0, '').length > 0);
  return !isExcluded && [core, ...limits].every(isIn);
}

function everyOther(): Rule {
  return {
    toolNames: ['*'],
    decision: 'deny',
    rank: rankOf('user', 249),
    allowsRedirection: false,
    name: 'tools.core',
  };
}

const CLASS_NAMES: Readonly<Record<string, string>> = {
  ShellTool: 'run_shell_command',
  EditTool: 'replace',
  WriteFileTool: 'write_file',
  ReadFileTool: 'read_file',
  GrepTool: 'search_file_content',
  GlobTool: 'glob',
  LSTool: 'list_directory',
  WebFetchTool: 'web_fetch',
  WebSearchTool: 'google_web_search',
  MemoryTool: 'save_memory',
  ReadManyFilesTool: 'read_many_files',
};

/** Arguments limit a grant. If a tool's arguments can't be checked, nothing is granted instead of too much. */
function granted(entry: string, priority: number, name: string): Rule[] {
  const rule = listed(entry, 'allow', priority, name);
  return entry.trim().endsWith(')') && !rule.commandPrefixes ? [] : [rule];
}

function listed(entry: string, decision: RuleDecision, priority: number, name: string): Rule {
  const [, tool = entry, args] = /^([^(]+)\((.*)\)$/s.exec(entry.trim()) ?? [];
  const toolName = CLASS_NAMES[tool.trim()] ?? tool.trim();
  return {
    toolNames: [toolName],
    decision,
    rank: rankOf('user', priority),
    allowsRedirection: false,
    name: `${name}: ${entry}`,
    ...(args !== undefined && toolName === 'run_shell_command' && { commandPrefixes: [args.trim()] }),
  };
}
