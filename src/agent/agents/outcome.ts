// How an agent's work ends, in Gemini CLI's words, and what its caller is told.

/** Anything but `GOAL` is an end without a result. */
export type AgentEnd = 'GOAL' | 'TIMEOUT' | 'MAX_TURNS' | 'ABORTED' | 'ERROR' | 'ERROR_NO_COMPLETE_TASK_CALL';

export type AgentOutcome =
  | { readonly end: 'GOAL'; readonly result: string }
  /** `detail`: why, in one sentence; `said`: the agent's last text, which is not a result. */
  | { readonly end: Exclude<AgentEnd, 'GOAL'>; readonly detail: string; readonly said: string };

const SAID_LENGTH = 4000;

/** What the model is told about an agent's end. */
export function reportOf(name: string, outcome: AgentOutcome): string {
  const head = `Subagent '${name}' finished.\nTermination Reason: ${outcome.end}`;
  if (outcome.end === 'GOAL') return `${head}\nResult:\n${outcome.result}`;
  const said = outcome.said.trim();
  const cut = said.length > SAID_LENGTH ? `…${said.slice(-SAID_LENGTH)}` : said;
  const last = cut === '' ? '' : `\nThe last that it said, which is unfinished and unchecked:\n${cut}`;
  return `${head}\nIt has no result: ${outcome.detail}${last}`;
}
