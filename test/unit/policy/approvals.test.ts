import assert from 'node:assert/strict';
import {
  applyOnce,
  approve,
  approvedEdits,
  NotApproved,
  recordDecision,
  recordVerdict,
  tightenDecision,
  undoOf,
  verifyApproved,
} from '../../../src/policy/approvals';
import type { Decision } from '../../../src/policy/decision';
import type { Approved, CommandProposal, EditProposal, EditsProposal, Proposal } from '../../../src/shared/proposals';
import { testPolicy } from '../../support/testPolicy';

const command = (text = 'make'): CommandProposal => ({ kind: 'command', command: text, cwd: '/work' });
const edit = (after = 'b', before: string | null = 'a'): EditProposal => ({
  kind: 'edit',
  path: 'x',
  file: '/work/x',
  before,
  after,
});
const allow: Decision = { decision: 'allow', reason: { kind: 'mode' } };
const ask: Decision = { decision: 'ask', reason: { kind: 'edit' } };
const refused = (work: () => unknown) => assert.throws(work, NotApproved);

describe('approvals', () => {
  it('come of a decision about exactly this proposal, once', () => {
    const proposal = command();
    const decision = recordDecision(allow, proposal);
    refused(() => approve(command(), decision));
    verifyApproved(approve(proposal, decision));
    refused(() => approve(proposal, decision));
  });

  it('come of nothing that policy has not recorded', async () => {
    const proposal = command();
    refused(() => approve(proposal, allow));
    refused(() => approve(proposal, { ...recordDecision(allow, proposal) }));
    refused(() => approve(proposal, recordDecision({ ...allow, decision: 'deny' }, proposal)));
    refused(() => approve(proposal, recordDecision(ask, proposal)));
    refused(() => approve(proposal, recordDecision(ask, proposal), { decision: 'accept' }));
    const about = { toolName: 'run_shell_command', args: {}, proposal };
    const decided = await testPolicy({ mode: () => 'yolo' }).decide(about);
    verifyApproved(approve(proposal, decided));
  });

  it('take what the user has answered about this proposal, with their own text', () => {
    const [proposal, other] = [edit(), edit('c')];
    const decision = recordDecision(ask, proposal);
    refused(() => approve(proposal, decision, recordVerdict({ decision: 'accept' }, other)));
    refused(() => approve(proposal, decision, recordVerdict({ decision: 'reject' }, proposal)));
    const verdict = recordVerdict({ decision: 'accept', edited: 'mine' }, proposal);
    assert.equal(approve(proposal, decision, verdict).after, 'mine');
    refused(() => approve(proposal, decision, verdict));
  });

  it('follow an edit to the file as it is by now, and to no other file', () => {
    const decision = recordDecision(ask, edit());
    const rebased = edit('d', 'c');
    verifyApproved(approve(rebased, decision, recordVerdict({ decision: 'accept' }, rebased)));
    const elsewhere = { ...rebased, file: '/work/y' };
    refused(() => approve(elsewhere, decision, recordVerdict({ decision: 'accept' }, elsewhere)));
    const run = command();
    refused(() => approve<Proposal>(run, decision, recordVerdict({ decision: 'accept' }, run)));
  });

  it('can be made harder to get, not easier', () => {
    const proposal = command();
    const asked = tightenDecision(recordDecision(allow, proposal), ask);
    refused(() => approve(proposal, asked));
    verifyApproved(approve(proposal, asked, recordVerdict({ decision: 'accept' }, proposal)));
    refused(() => tightenDecision(recordDecision(ask, proposal), allow));
  });

  it('can be copied, forged or changed by nobody', async () => {
    const proposal = command();
    const approved = approve(proposal, recordDecision(allow, proposal));
    const forged = [
      { ...approved },
      Object.create(approved) as object,
      structuredClone(approved),
      new Proxy(approved, {}),
    ];
    for (const each of forged) refused(() => verifyApproved(each as Approved<CommandProposal>));
    assert.throws(() => Object.assign(approved, { command: 'rm -rf /' }), TypeError);
    assert.throws(() => Object.assign(proposal, { command: 'rm -rf /' }), TypeError);
    let reads = 0;
    const computed = {
      ...command(),
      get command() {
        return reads++ === 0 ? 'ls' : 'rm -rf /';
      },
    };
    assert.throws(() => recordDecision(allow, computed), TypeError);
    const late = command();
    const deciding = testPolicy({ mode: () => 'yolo' }).decide({
      toolName: 'run_shell_command',
      args: {},
      proposal: late,
    });
    assert.throws(() => Object.assign(late, { command: 'rm -rf /' }), TypeError);
    await deciding;
  });

  it('are worth nothing once they are applied', async () => {
    const proposal: EditsProposal = { kind: 'edits', edits: [edit(), edit('c')] };
    const approved = approve(proposal, recordDecision(allow, proposal));
    const parts = approvedEdits(approved);
    for (const part of parts) verifyApproved(part);
    const undo = parts[0] && undoOf(parts[0], 'b formatted');
    assert.deepEqual([undo?.before, undo?.after], ['b formatted', 'a']);
    await assert.rejects(
      applyOnce(approved, () => {
        verifyApproved(approved);
        return Promise.reject(new Error('full'));
      }),
      /full/,
    );
    for (const each of [...parts, ...(undo ? [undo] : [])]) refused(() => verifyApproved(each));
    refused(() => verifyApproved(approved));
    refused(() => approvedEdits(approved));
    await assert.rejects(
      applyOnce(approved, async () => undefined),
      NotApproved,
    );
  });

  it('give each part of a change back to what it was, and nothing else', () => {
    const proposal = edit('b', null);
    const approved = approve(proposal, recordDecision(allow, proposal));
    assert.equal(undoOf(approved, 'b'), null);
    refused(() => undoOf(proposal as Approved<EditProposal>, 'b'));
  });
});
