// Where a command runs, and which questions a sandbox makes unnecessary.
import type { CommandProposal, RememberChoice } from '../shared/proposals';
import { describeBlock, OUTSIDE_ONCE, type Confinement, type SandboxBlock, type SandboxTier } from '../shared/sandbox';
import type { Decision, PolicyReason, ReasonKind } from './decision';
import type { Rule, SandboxGrant } from './rule';
import type { ApprovalMode } from '../shared/protocol';
import { registriesOf } from './registries';
import { deniedPrograms, deniesFiles } from './sandboxDenials';
import { hiddenIn } from './shell/hiddenText';

/** What policy knows about the sandbox of this machine. */
export interface PolicySandbox {
  /** The kind of sandbox available here; detected at the first call. */
  readonly tier: () => Promise<SandboxTier | 'none'>;
  /** False: commands run outside it; what rules deny is enforced anyway. */
  readonly isOn: boolean;
  /** No command may run without a sandbox. */
  readonly isRequired: boolean;
  /** What the sandbox blocked when the same command last ran. */
  readonly blockedBefore: (command: Pick<CommandProposal, 'command' | 'cwd'>) => SandboxBlock | undefined;
  /**
   * The folder of the repository that a folder is in, if git runs no other program when recording there; absent:
   * never.
   */
  readonly recordsIn?: (folder: string) => Promise<string | undefined>;
}

export interface SandboxFacts {
  readonly proposal: CommandProposal;
  readonly mode: ApprovalMode;
  readonly rules: readonly Rule[];
  /** The rules of all tools: files they may not read or write are denied to commands too. */
  readonly allRules: readonly Rule[];
  readonly grants: readonly SandboxGrant[];
  readonly sandbox: PolicySandbox;
  /** Rules could not be read, so it isn't known what they would have denied. */
  readonly isBroken: boolean;
}

/** Reasons that need no question if the command is confined: whatever it runs, it stays inside. */
const HELD: ReadonlySet<ReasonKind> = new Set([
  'command',
  'redirection',
  'indirect',
  'secretBelow',
  'unknownBelow',
  'unparsed',
]);
/** Reasons to ask about something that the sandbox doesn't grant; once accepted, the command runs outside. */
const BEYOND: ReadonlySet<ReasonKind> = new Set(['outside', 'secret', 'protected', 'selfRunning']);
/** Words of commands that destroy data, anywhere in a line, because an interpreter may be given any of them. */
const DESTROYS =
  /\brm\b|\brmdir\b|unlink|rmtree|rmSync|\bshred\b|\btruncate\b|\bdd\b|-delete\b|\bmkfs|\bwipefs\b|\bkill|\bgit\b|removeSync|remove_dir|FileUtils|os\.remove/i;

/** Where each command in a sandbox has files of its own. */
const OWN = /^\/(?:tmp|var\/tmp|dev)\//;

/** Adds to a decision where the command runs. Allows what the sandbox confines, and asks about what it would block. */
export async function withSandbox(decision: Decision, facts: SandboxFacts): Promise<Decision> {
  const { proposal, mode, rules, allRules, grants, sandbox } = facts;
  const { isOn, isRequired } = sandbox;
  const programs = deniedPrograms(rules);
  if (!isOn && programs.length === 0 && !deniesFiles(allRules)) return decision;
  const tier = await sandbox.tier();
  const hosts = grants.flatMap(({ host }) => host ?? []);
  const at = (where: Confinement['where'], more: Partial<Confinement> = {}): Confinement => ({
    where,
    hosts,
    folders: grants.flatMap(({ folder }) => folder ?? []),
    programs,
    ...more,
  });
  if (tier === 'none') {
    return isRequired && decision.decision !== 'deny'
      ? { decision: 'deny', reason: { kind: 'noSandbox' } }
      : { ...decision, ...(isOn && { sandbox: { tier, confinement: at('outside') } }) };
  }
  const as = (confinement: Confinement): Decision => ({ ...decision, sandbox: { tier, confinement } });
  if (decision.decision === 'deny' || !isOn || (mode === 'yolo' && !isRequired)) return as(at('outside'));
  if (grants.some(({ command }) => command === proposal.command)) {
    const isHeld = decision.decision === 'ask' && isHeldInside(decision, facts);
    return { ...as(at('outside')), ...(isHeld && { decision: 'allow', reason: { kind: 'rule' } }) };
  }
  // A rule that allows installing also opens the registries, which is still less than without a sandbox.
  const given = decision.decision === 'allow' && decision.reason.kind === 'rule' ? registriesIn(decision) : [];
  const inside = at('inside', { hosts: [...hosts, ...given] });
  const block = missing(sandbox.blockedBefore(proposal) ?? knownBlock(decision), inside);
  if (block) return askedAbout(decision, block, inside, { tier, proposal });
  if (decision.decision === 'allow') return as(changesRepository(decision) ? at('outside') : inside);
  const repositories = tier === 'namespaces' ? await recordedIn(decision, facts) : undefined;
  if (repositories) {
    const recording = { ...inside, repositories };
    return { ...as(recording), decision: 'allow', reason: { kind: 'sandbox' } };
  }
  if (changesRepository(decision)) return as(at('outside'));
  if (isHeldInside(decision, facts)) return { ...as(at('inside')), decision: 'allow', reason: { kind: 'sandbox' } };
  return as(at(askedReasons(decision).some(({ kind }) => BEYOND.has(kind)) ? 'outside' : 'inside'));
}

function isHeldInside(decision: Decision, { proposal: { command }, isBroken, grants }: SandboxFacts): boolean {
  const isPlain = !isBroken && hiddenIn(command) === null && !DESTROYS.test(command);
  const folders = grants.flatMap(({ folder }) => folder ?? []);
  return (
    isPlain &&
    askedReasons(decision).every(
      reason => HELD.has(reason.kind) || (reason.kind === 'outside' && writesOnlyBelow(folders, reason, decision)),
    )
  );
}

function asksOnlyWhatIsHeld(decision: Decision): boolean {
  return askedReasons(decision).every(({ kind }) => HELD.has(kind));
}

function askedReasons({ reason, parts = [] }: Decision): PolicyReason[] {
  return [reason, ...parts.filter(part => part.decision === 'ask').map(part => part.reason)];
}

/**
 * Whether the path outside that a command is asked about is written to in a directory that the sandbox opens for it,
 * and the command does nothing else outside. What it reads there is asked about: secrets aren't hidden there.
 */
function writesOnlyBelow(folders: readonly string[], { detail = '' }: PolicyReason, { effects }: Decision): boolean {
  const { writes = [], reads = [], deletes = [] } = effects ?? {};
  const written = writes.filter(({ isOutside }) => isOutside).map(({ path }) => path);
  const isElsewhere = [...reads, ...deletes].some(({ isOutside }) => isOutside);
  return !isElsewhere && written.includes(detail.replace(/\/+$/, '')) && written.every(path => isWithin(path, folders));
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some(folder => path === folder || path.startsWith(`${folder}/`));
}

/** The repositories of a command that only records in git; undefined if it does more, or git would run others. */
async function recordedIn(
  decision: Decision,
  { sandbox: { recordsIn }, isBroken }: SandboxFacts,
): Promise<readonly string[] | undefined> {
  const { records = [] } = decision;
  if (records.length === 0 || isBroken || !recordsIn || !asksOnlyWhatIsHeld(decision)) return undefined;
  const found = await Promise.all([...new Set(records)].map(folder => recordsIn(folder)));
  const repositories = found.flatMap(folder => folder ?? []);
  return repositories.length === found.length ? [...new Set(repositories)] : undefined;
}

/** Git writes its files where a sandbox only lets it read. */
function changesRepository({ parts = [] }: Decision): boolean {
  return parts.some(({ text, reason }) => /^git\s/.test(text) && reason.kind !== 'readOnly');
}

/**
 * The block that a command's text predicts: hosts that aren't open, and files that it redirects output to. Addresses
 * without a port are omitted, because only the sandbox can tell which port is needed.
 */
function knownBlock(decision: Decision): SandboxBlock | undefined {
  const named = (decision.effects?.network ?? []).filter(
    host => /^(?:localhost:\d+|[\w-]+(?:\.[\w-]+)+(?::\d+)?)$/.test(host) && !/^[\d.]+$/.test(host),
  );
  const hosts = [...new Set([...named, ...registriesIn(decision)])];
  const isHeld = decision.decision === 'ask' && asksOnlyWhatIsHeld(decision);
  const writes = (isHeld ? (decision.effects?.writes ?? []) : []).flatMap(({ path, isOutside }) =>
    isOutside && !OWN.test(path) ? [path] : [],
  );
  if (hosts.length === 0 && writes.length === 0) return undefined;
  return { hosts, isNetwork: hosts.length > 0, writes: [...new Set(writes)], hidden: [] };
}

function registriesIn({ parts = [] }: Decision): string[] {
  return registriesOf(parts.map(({ text }) => text));
}

/** The part of an earlier block that would still apply. */
function missing(block: SandboxBlock | undefined, { hosts, folders }: Confinement): SandboxBlock | undefined {
  if (!block) return undefined;
  const isOpen = (host: string) =>
    hosts.some(each => each === host || each === '*' || (each.startsWith('*.') && host.endsWith(each.slice(1))));
  const closed = block.hosts.filter(host => !isOpen(host));
  const writes = block.writes.filter(path => !isWithin(path, folders));
  const isNetwork = block.isNetwork && !hosts.includes('*') && (closed.length > 0 || block.hosts.length === 0);
  if (!isNetwork && writes.length === 0 && block.hidden.length === 0) return undefined;
  return { hosts: closed, isNetwork, writes, hidden: block.hidden };
}

/** Asks for what is missing: hosts and directories if they are known, otherwise permission to run outside. */
function askedAbout(
  decision: Decision,
  block: SandboxBlock,
  inside: Confinement,
  { tier, proposal }: { readonly tier: SandboxTier; readonly proposal: CommandProposal },
): Decision {
  const hosts = tier === 'namespaces' ? block.hosts : [];
  const folders = block.writes.filter(path => path.startsWith('/')).map(folderOf);
  const needsMore =
    block.hidden.length > 0 || (block.isNetwork && hosts.length === 0) || folders.length < block.writes.length;
  const outside: Confinement = { ...inside, where: 'outside' };
  const wider: Confinement = {
    ...inside,
    hosts: [...inside.hosts, ...hosts],
    folders: [...inside.folders, ...folders],
  };
  const byChoice: Record<string, Confinement> = {};
  const choice = (id: string, scope: RememberChoice['scope'], rule: string, confinement: Confinement) => {
    byChoice[id] = confinement;
    return { id, scope, rule };
  };
  const scopes = ['session', 'folder', 'user'] as const;
  const remember = [
    ...(needsMore
      ? []
      : hosts.flatMap(host =>
          scopes.map(scope => choice(`host:${host}:${scope}`, scope, grantRule('host', host), wider)),
        )),
    ...(needsMore
      ? []
      : folders.flatMap(path =>
          scopes.map(scope => choice(`folder:${path}:${scope}`, scope, grantRule('folder', path), wider)),
        )),
    choice('outside:answer', 'answer', OUTSIDE_ONCE, outside),
    ...(/[\r\n]/.test(proposal.command)
      ? []
      : scopes.map(scope => choice(`outside:${scope}`, scope, grantRule('outside', proposal.command), outside))),
  ];
  const { parts: _parts, ...rest } = decision;
  return {
    ...rest,
    decision: 'ask',
    reason: { kind: 'sandboxBlocked', detail: describeBlock(block) },
    sandbox: needsMore
      ? { tier, confinement: outside, byChoice }
      : { tier, confinement: wider, adds: [...hosts, ...folders], byChoice },
    remember,
  };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** A sandbox rule in the form shown to the user. */
function grantRule(kind: 'host' | 'folder' | 'outside', value: string): string {
  return `sandbox ${kind} = ${JSON.stringify(value)}`;
}
