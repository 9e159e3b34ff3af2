import assert from 'node:assert/strict';
import type { HookEvent } from '../../../src/agent/ports/hooks';
import { type GeminiServer } from '../../support/geminiServer';

export type Told = Readonly<Record<string, unknown>>;
/** What a hook prints as JSON, or what else it prints and how it exits. */
export type Says = Told | Exit;
export interface Exit {
  readonly exit: number;
  readonly out?: string;
  readonly err?: string;
}

export interface Row {
  readonly event: HookEvent;
  readonly does: string;
  readonly matcher?: string;
  readonly says: Says | ((told: Told, count: number) => Says);
  /** The replies of the model: a call of `read_note`, or text. */
  readonly replies?: readonly string[];
  readonly expect: (result: Result) => void;
}

export interface Result {
  readonly told: readonly Told[];
  readonly sent: GeminiServer['requests'];
  readonly reason: string;
  readonly notices: readonly string[];
  readonly results: readonly { readonly status: string; readonly content: string; readonly errorType?: string }[];
  readonly answers: readonly string[];
  /** Contents of a request, as text. */
  readonly said: (index: number) => string;
}

export const own = (output: object) => ({ hookSpecificOutput: output });
const keys = (told: Told | undefined) => Object.keys(told ?? {}).slice(5);

/** The table of hooks of Gemini CLI's reference, with what it leaves to be understood. */
export const ROWS: readonly Row[] = [
  {
    event: 'SessionStart',
    does: 'is told the source, and adds to what the model knows',
    matcher: 'startup',
    says: own({ additionalContext: 'Mind <the> gap.' }),
    expect: ({ told, said }) => {
      assert.deepEqual([keys(told[0]), told[0]?.source], [['source'], 'startup']);
      assert.match(said(0), /Mind &lt;the&gt; gap\./);
    },
  },
  {
    event: 'SessionStart',
    does: 'can not block',
    says: { decision: 'deny', continue: false, reason: 'No.' },
    expect: ({ reason, sent }) => assert.deepEqual([reason, sent.length], ['done', 1]),
  },
  {
    event: 'SessionEnd',
    does: 'is told the reason',
    matcher: 'exit',
    says: {},
    expect: ({ told }) => assert.deepEqual([keys(told[0]), told[0]?.reason], [['reason'], 'exit']),
  },
  {
    event: 'BeforeAgent',
    does: 'runs whatever its matcher, is told the prompt, and adds to it',
    matcher: 'none of it',
    says: own({ additionalContext: 'More.' }),
    expect: ({ told, said }) => {
      assert.deepEqual([keys(told[0]), told[0]?.prompt], [['prompt'], 'Say it.']);
      assert.match(said(0), /<hook_context>\\nMore\.\\n<\/hook_context>/);
    },
  },
  {
    event: 'BeforeAgent',
    does: 'drops a prompt that it denies',
    says: { exit: 2, err: 'Not here.' },
    expect: ({ reason, sent, notices }) => {
      assert.deepEqual([reason, sent.length], ['hook', 0]);
      assert.deepEqual(notices, ['The hook BeforeAgent stopped this. Not here.']);
    },
  },
  {
    event: 'AfterAgent',
    does: 'runs whatever its matcher, and has the prompt answered again for a reason',
    matcher: 'none of it',
    says: ({ stop_hook_active: isAgain }) => (isAgain === true ? {} : { decision: 'deny', reason: 'In German.' }),
    replies: ['Done.', 'Fertig.'],
    expect: ({ told, said, answers }) => {
      assert.deepEqual(keys(told[0]), ['prompt', 'prompt_response', 'stop_hook_active']);
      assert.deepEqual([told[0]?.prompt_response, told[1]?.stop_hook_active], ['Done.', true]);
      assert.match(said(1), /In German\./);
      assert.deepEqual(answers, ['Done.', 'Fertig.']);
    },
  },
  {
    event: 'AfterAgent',
    does: 'ends the run, which shows as a stop',
    says: { continue: false, stopReason: 'Enough.' },
    expect: ({ reason, notices }) =>
      assert.deepEqual([reason, notices], ['hook', ['The hook AfterAgent stopped this. Enough.']]),
  },
  {
    event: 'AfterAgent',
    does: 'clears the context',
    says: ({ stop_hook_active: isAgain }) =>
      isAgain === true ? {} : { decision: 'deny', reason: 'Anew.', ...own({ clearContext: true }) },
    replies: ['Done.', 'Fertig.'],
    expect: ({ said }) => assert.doesNotMatch(said(1), /Say it\.|Done\./),
  },
  {
    event: 'BeforeModel',
    does: 'runs whatever its matcher, and is told the model and the texts',
    matcher: 'none of it',
    says: {},
    replies: ['read', 'Done.'],
    expect: ({ told }) => {
      assert.deepEqual(keys(told[0]), ['llm_request']);
      const { model, messages } = told[1]?.llm_request as { model: string; messages: { role: string }[] };
      assert.equal(model, 'gemini-3.8-flash');
      // Neither calls nor results are text.
      assert.deepEqual(new Set(messages.map(({ role }) => role)), new Set(['user']));
    },
  },
  {
    event: 'BeforeModel',
    does: 'has its own messages sent, and no other',
    says: own({ llm_request: { messages: [{ role: 'user', content: 'Nothing secret.' }] } }),
    expect: ({ said }) => {
      assert.doesNotMatch(said(0), /Say it/);
      assert.match(said(0), /^\[\{"parts":\[\{"text":"Nothing secret\."\}\],"role":"user"\}\]$/);
    },
  },
  {
    event: 'BeforeModel',
    does: 'leaves calls and their results where it puts texts in other words',
    says: ({ llm_request: request }) =>
      own({
        llm_request: {
          messages: (request as { messages: { role: string; content: string }[] }).messages.map(each => ({
            ...each,
            content: each.content.replaceAll('Say', 'Sing'),
          })),
        },
      }),
    replies: ['read', 'Done.'],
    expect: ({ said }) => {
      assert.match(said(1), /Sing it\./);
      assert.doesNotMatch(said(1), /Say it\./);
      assert.match(said(1), /functionCall.*functionResponse/);
    },
  },
  {
    event: 'BeforeModel',
    does: 'that leaves nothing has nothing sent',
    says: own({ llm_request: { messages: 'unreadable' } }),
    expect: ({ sent, reason }) => assert.deepEqual([sent.length, reason], [0, 'failed']),
  },
  {
    event: 'BeforeModel',
    does: 'changes the model',
    says: own({ llm_request: { model: 'gemini-4-argon', config: { maxOutputTokens: 77 } } }),
    expect: ({ sent }) => {
      assert.match(JSON.stringify(sent[0]), /"maxOutputTokens":77/);
      assert.match(JSON.stringify(sent[0]), /gemini-4-argon/);
    },
  },
  {
    event: 'BeforeModel',
    does: 'answers itself',
    says: own({ llm_response: { candidates: [{ content: { role: 'model', parts: ['Made up.'] } }] } }),
    expect: ({ sent, answers }) => assert.deepEqual([sent.length, answers], [0, ['Made up.']]),
  },
  {
    event: 'BeforeModel',
    does: 'refuses a request, which shows as a stop',
    says: { decision: 'deny', reason: 'Too late.' },
    expect: ({ sent, reason, notices }) => {
      assert.deepEqual([sent.length, reason], [0, 'hook']);
      assert.deepEqual(notices, ['The hook BeforeModel stopped this. Too late.']);
    },
  },
  {
    event: 'BeforeModel',
    does: 'ends the run',
    says: { continue: false, stopReason: 'Enough.' },
    expect: ({ sent, reason }) => assert.deepEqual([sent.length, reason], [0, 'hook']),
  },
  {
    event: 'BeforeModel',
    does: 'that can not be started lets no request out',
    says: { exit: 127, err: 'not found' },
    expect: ({ sent, reason }) => assert.deepEqual([sent.length, reason], [0, 'hook']),
  },
  {
    event: 'BeforeToolSelection',
    does: 'runs whatever its matcher, and has its choice sent',
    matcher: 'none of it',
    says: own({ toolConfig: { mode: 'ANY', allowedFunctionNames: ['read_note', 'no_tool'] } }),
    expect: ({ told, sent }) => {
      assert.deepEqual(keys(told[0]), ['llm_request']);
      assert.deepEqual(sent[0]?.body.toolConfig, {
        functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['read_note'] },
      });
    },
  },
  {
    event: 'BeforeToolSelection',
    does: 'has a call made whichever it is',
    says: own({ toolConfig: { mode: 'ANY' } }),
    expect: ({ sent }) => assert.deepEqual(sent[0]?.body.toolConfig, { functionCallingConfig: { mode: 'ANY' } }),
  },
  {
    event: 'BeforeToolSelection',
    does: 'has no call made',
    says: own({ toolConfig: { mode: 'NONE' } }),
    expect: ({ sent }) => assert.deepEqual(sent[0]?.body.toolConfig, { functionCallingConfig: { mode: 'NONE' } }),
  },
  {
    event: 'AfterModel',
    does: 'runs whatever its matcher, and puts other words in the place of an answer',
    matcher: 'none of it',
    says: own({ llm_response: { candidates: [{ content: { role: 'model', parts: ['Other.'] } }] } }),
    expect: ({ told, answers }) => {
      assert.deepEqual(keys(told[0]), ['llm_request', 'llm_response']);
      assert.deepEqual(answers, ['Other.']);
    },
  },
  {
    event: 'AfterModel',
    does: 'withholds an answer',
    says: { decision: 'block', reason: 'Not that.' },
    expect: ({ answers, reason }) => assert.deepEqual([answers, reason], [[''], 'hook']),
  },
  {
    event: 'AfterModel',
    does: 'ends the run',
    says: { continue: false },
    replies: ['read'],
    expect: ({ results, reason }) => assert.deepEqual([results, reason], [[], 'hook']),
  },
  {
    event: 'BeforeTool',
    does: 'is told the call, and changes its arguments',
    matcher: 'read_.*',
    says: own({ tool_input: { name: 'y' } }),
    replies: ['read', 'Done.'],
    expect: ({ told, results }) => {
      assert.deepEqual(keys(told[0]), ['tool_name', 'tool_input']);
      assert.deepEqual([told[0]?.tool_name, told[0]?.tool_input], ['read_note', { name: 'x' }]);
      assert.match(results[0]?.content ?? '', /note y/);
    },
  },
  {
    event: 'BeforeTool',
    does: 'gives the model the reason of a denial, and not its JSON',
    says: { exit: 2, err: JSON.stringify({ decision: 'deny', reason: 'Ask first.' }) },
    replies: ['read', 'Done.'],
    expect: ({ results }) => {
      assert.equal(results[0]?.content, 'Denied by a hook of the user (BeforeTool). Ask first.');
      assert.equal(results[0].errorType, 'policy_violation');
    },
  },
  {
    event: 'BeforeTool',
    does: 'denies with what it prints, where it exits with 2 and says nothing else',
    says: { exit: 2, out: 'Ask first.' },
    replies: ['read', 'Done.'],
    expect: ({ results }) => assert.equal(results[0]?.content, 'Denied by a hook of the user (BeforeTool). Ask first.'),
  },
  {
    event: 'BeforeTool',
    does: 'denies in JSON also where it exits with 1',
    says: { exit: 1, out: JSON.stringify({ decision: 'deny', reason: 'Ask first.' }) },
    replies: ['read', 'Done.'],
    expect: ({ results }) => assert.equal(results[0]?.errorType, 'policy_violation'),
  },
  {
    event: 'BeforeTool',
    does: 'is read where it prints its JSON as a text of JSON',
    says: { exit: 0, out: JSON.stringify(JSON.stringify({ decision: 'deny', reason: 'Ask first.' })) },
    replies: ['read', 'Done.'],
    expect: ({ results }) => assert.equal(results[0]?.errorType, 'policy_violation'),
  },
  {
    event: 'BeforeTool',
    does: 'ends the run, with nothing called after it',
    says: { continue: false, stopReason: 'Enough.' },
    replies: ['read'],
    expect: ({ results, reason, sent }) => {
      assert.deepEqual([results[0]?.status, results[0]?.errorType], ['cancelled', 'stop_execution']);
      assert.deepEqual([reason, sent.length], ['hook', 1]);
    },
  },
  {
    event: 'AfterTool',
    does: 'is told what a call gave, and adds to it',
    says: own({ additionalContext: 'See also.' }),
    replies: ['read', 'Done.'],
    expect: ({ told, results }) => {
      assert.deepEqual(keys(told[0]), ['tool_name', 'tool_input', 'tool_response']);
      assert.deepEqual(told[0]?.tool_response, { llmContent: 'note x', returnDisplay: 'note x' });
      assert.match(results[0]?.content ?? '', /See also\./);
    },
  },
  {
    event: 'AfterTool',
    does: 'puts its reason in the place of a result',
    says: { decision: 'deny', reason: 'Withheld.' },
    replies: ['read', 'Done.'],
    expect: ({ results }) => assert.equal(results[0]?.content, 'Withheld.'),
  },
  {
    event: 'AfterTool',
    does: 'ends the run, and what was done stays done',
    says: { continue: false, stopReason: 'Enough.' },
    replies: ['read'],
    expect: ({ results, reason }) => {
      assert.deepEqual([results[0]?.status, results[0]?.errorType, reason], ['success', 'stop_execution', 'hook']);
      assert.doesNotMatch(results[0]?.content ?? '', /note x/);
    },
  },
  {
    event: 'AfterTool',
    does: 'has another call run, of which hooks are told where it comes from',
    says: (_, count) =>
      count === 0 ? own({ tailToolCallRequest: { name: 'read_note', args: { name: 'tail' } } }) : {},
    replies: ['read', 'Done.'],
    expect: ({ told, results }) => {
      assert.equal(told[1]?.original_request_name, 'read_note');
      assert.equal(results[0]?.content, 'note tail');
    },
  },
  {
    event: 'Notification',
    does: 'is told that a call needs the user, whatever its matcher',
    matcher: 'none of it',
    says: {},
    replies: ['write', 'Done.'],
    expect: ({ told }) => {
      assert.deepEqual(keys(told[0]), ['notification_type', 'message', 'details']);
      assert.equal(told[0]?.notification_type, 'ToolPermission');
      assert.match(String(told[0].message), /requires editing$/);
      const { type, newContent, originalContent } = told[0].details as Record<string, unknown>;
      assert.deepEqual([type, newContent, originalContent], ['edit', 'one\n', 'one\ntwo\nthree\n']);
    },
  },
  {
    event: 'PreCompress',
    does: 'is told the trigger, and decides nothing',
    matcher: 'auto',
    says: { decision: 'deny', continue: false, systemMessage: 'Saved.' },
    replies: ['Done.'],
    expect: ({ told, reason, notices }) => {
      assert.deepEqual([keys(told[0]), told[0]?.trigger], [['trigger'], 'auto']);
      assert.deepEqual([reason, notices], ['done', ['PreCompress: Saved.']]);
    },
  },
];
