import assert from 'node:assert/strict';
import fc from 'fast-check';
import { tightened } from '../../src/agent/calls/callHooks';
import { HOOK_EVENTS } from '../../src/agent/ports/hooks';
import { aggregate } from '../../src/hooks/aggregate';
import { readAnswer } from '../../src/hooks/readAnswer';
import type { Decision } from '../../src/policy/decision';
import { fuzzRuns } from '../support/fuzzRuns';

const numRuns = fuzzRuns(500);
const RANK = { allow: 0, ask: 1, deny: 2 } as const;

const words = fc.constantFrom('allow', 'approve', 'deny', 'block', 'ask', 'AUTO', 'NONE', 'ANY', '', '<b>', '\0');
const keys = fc.constantFrom(
  'decision',
  'reason',
  'continue',
  'stopReason',
  'systemMessage',
  'hookSpecificOutput',
  'additionalContext',
  'tool_input',
  'llm_request',
  'llm_response',
  'toolConfig',
  'mode',
  'allowedFunctionNames',
  'tailToolCallRequest',
  'clearContext',
  'permissionDecision',
  'approved',
  '__proto__',
);
const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    words,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 6 }).map(entries => Object.fromEntries(entries) as unknown),
  ),
}));
const ends = fc.record({
  exitCode: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 127, null),
  stdout: fc.oneof(
    { weight: 4, arbitrary: anything.map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
  ),
  stderr: fc.string({ maxLength: 5 }),
});
const answers = fc.array(
  ends.map(end => readAnswer('h', 'BeforeTool', end)),
  { maxLength: 4 },
);
const decisions = fc.constantFrom<Decision>(
  { decision: 'allow', reason: { kind: 'mode' } },
  { decision: 'ask', reason: { kind: 'edit' } },
  { decision: 'deny', reason: { kind: 'rule' } },
);

describe('What hooks answer', () => {
  it('never makes a call more allowed than policy has it, whatever it is', () => {
    fc.assert(
      fc.property(decisions, answers, fc.boolean(), (decision, given, canAsk) => {
        const evaluated = tightened(decision, aggregate('BeforeTool', given), canAsk);
        assert.ok(RANK[evaluated.decision] >= RANK[decision.decision]);
        if (!canAsk && decision.decision !== 'ask') assert.notEqual(evaluated.decision, 'ask');
      }),
      { numRuns },
    );
  });

  it('blocks, asks and stops in whatever order it comes', () => {
    const verdict = (given: Parameters<typeof aggregate>[1]) => {
      const { blocked, asks, stops, tools } = aggregate('BeforeTool', given);
      return [blocked !== undefined, asks !== undefined, stops !== undefined, tools];
    };
    fc.assert(
      fc.property(answers, given => {
        assert.deepEqual(verdict(given), verdict([...given].reverse()));
        const isBlocked = given.some(each => each.blocked);
        assert.equal(verdict(given)[0], isBlocked);
      }),
      { numRuns },
    );
  });

  it('blocks nothing where that makes no sense, and has no mark-up', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOOK_EVENTS), answers, (event, given) => {
        const outcome = aggregate(event, given);
        if (['SessionStart', 'SessionEnd', 'Notification', 'PreCompress'].includes(event)) {
          assert.deepEqual(
            Object.keys(outcome).filter(key => key !== 'notices' && key !== 'context'),
            [],
          );
        }
        assert.doesNotMatch(outcome.context ?? '', /[<>]/);
      }),
      { numRuns },
    );
  });
});
