import type { PolicyRequest } from '../../src/policy/decision';
import type { EditProposal, Proposal } from '../../src/shared/proposals';
import type { ApprovalMode } from '../../src/shared/protocol';
import { testPolicy, type TestPolicyOptions } from './testPolicy';

export const edit = (file: string): EditProposal => ({ kind: 'edit', path: file, file, before: 'a', after: 'b' });
export const command = (text: string): Proposal => ({ kind: 'command', command: text, cwd: '/w' });

/** What policy is asked about a call of a tool. */
export function request(toolName: string, proposal?: Proposal): PolicyRequest {
  const args = proposal?.kind === 'fetch' ? { url: proposal.urls[0] } : {};
  return { toolName, args, ...(proposal && { proposal }) };
}

export const decide = (wanted: PolicyRequest, mode: ApprovalMode = 'default', options: TestPolicyOptions = {}) =>
  testPolicy({ mode: () => mode, ...options }).decide(wanted);

/** A policy rule about a tool, as TOML. */
export const rule = (decision: string, toolName: string, more = ''): string =>
  `[[rule]]\ntoolName = "${toolName}"\ndecision = "${decision}"\npriority = 900\n${more}\n`;
