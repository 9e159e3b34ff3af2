/** What the page of the settings says about hooks, with an example of each event. */
export const HOOKS = `## Hooks

[Hooks](hooks.md) introduces hooks with an example. As in Gemini CLI, \`hooks\` in \`settings.json\` names commands that run at events:

\`\`\`json
{
  "hooks": {
    "BeforeTool": [
      {
        "matcher": "write_file|replace",
        "sequential": false,
        "hooks": [{ "type": "command", "name": "check", "command": "node check.js", "timeout": 5000, "env": { "LEVEL": "2" } }]
      }
    ]
  }
}
\`\`\`

- \`matcher\` limits the hooks of tool events to some tools: a regular expression, or else a pattern such as \`*_file\`. For \`SessionStart\`, \`SessionEnd\` and
  \`PreCompress\`, it is the one \`source\`, \`reason\` or \`trigger\`. If it is empty or \`*\`, everything matches. The other events ignore it.
- \`timeout\` is in milliseconds: 60,000 by default, and at most 600,000, or 60,000 for hooks of a project.
- The hooks of an event run at the same time. If one of them is \`sequential\`, they run one after the other, and each sees what those before it have changed.

A hook runs in a shell in the project's folder (\`GEMINI_PROJECT_DIR\`), without secrets in its environment. It reads a JSON object from standard input with
\`session_id\`, \`transcript_path\`, \`cwd\`, \`hook_event_name\`, \`timestamp\` and the values of its event.

| exit code  | meaning                                                                                                                    |
| ---------- | -------------------------------------------------------------------------------------------------------------------------- |
| 0          | success; standard output is the answer                                                                                     |
| 1          | the hook failed; you are told once, and the run continues                                                                  |
| 126, 127   | the program can't be run; you are told, and the prompts, requests and calls that the hook should have seen are stopped      |
| 2 and more | blocks; standard error is the reason                                                                                       |

A JSON answer counts whatever the exit code. Other output is shown to you and has no effect. An answer may contain:

| key                               | effect                                                                                                     |
| --------------------------------- | ---------------------------------------------------------------------------------------------------------- |
| \`systemMessage\`                   | a message for you                                                                                          |
| \`decision\`, \`reason\`              | \`deny\` or \`block\`, and before a tool call also \`ask\`; \`allow\` has no effect                                |
| \`continue: false\`, \`stopReason\`   | ends the run; the \`pollux\` command exits with code 0                                                       |
| \`suppressOutput\`                  | doesn't show the hook's message                                                                            |
| \`hookSpecificOutput\`              | the values in the last column below                                                                        |

| event                 | receives                                  | may answer                                                                                                     |
| --------------------- | ----------------------------------------- | -------------------------------------------------------------------------------------------------------------- |
| \`SessionStart\`        | \`source\`: \`startup\`, \`resume\`, or \`clear\` if a new chat replaces another | \`additionalContext\` for the model                                                                            |
| \`SessionEnd\`          | \`reason\`: \`exit\`, \`clear\` or \`other\`      | nothing; it may take four seconds                                                                                   |
| \`BeforeAgent\`         | \`prompt\`                                  | \`additionalContext\`. Blocking drops the prompt, which returns to the message box                                     |
| \`AfterAgent\`          | \`prompt\`, \`prompt_response\`, \`stop_hook_active\` | Blocking makes the model answer again and gives it the reason, at most five times. \`clearContext: true\` first makes it forget the conversation, which stays in the file |
| \`BeforeModel\`         | \`llm_request\`                             | \`llm_request\` (\`model\`, \`config\`, and \`messages\`, whose texts may be reworded or removed; calls and results stay), or \`llm_response\` instead of a request. Blocking refuses the request. This event also covers side jobs, such as a summary |
| \`BeforeToolSelection\` | \`llm_request\`                             | \`toolConfig\`: \`mode\` (\`AUTO\`, \`ANY\` to require a call, or \`NONE\`) and \`allowedFunctionNames\`. With several hooks, every tool that one of them names is allowed |
| \`AfterModel\`          | \`llm_request\`, \`llm_response\`             | \`llm_response\` to use instead. The hook gets whole answers, so answers are not streamed                                |
| \`BeforeTool\`          | \`tool_name\`, \`tool_input\`                 | \`tool_input\`: arguments to change, which are checked and evaluated again                                            |
| \`AfterTool\`           | the same and \`tool_response\`              | \`additionalContext\`; \`tailToolCallRequest\` (\`name\`, \`args\`) for a call to make next. Blocking withholds the result      |
| \`Notification\`        | \`message\`, \`details\`                      | nothing; Pollux is waiting for you                                                                                  |
| \`PreCompress\`         | \`trigger\`: \`auto\` or \`manual\`             | nothing                                                                                                        |

A project's hooks run only in a trusted folder, and in the editor each only after you have approved it. If a hook, or a file of the project that its command names, changes, you
are asked again; so a hook's command shouldn't name a file that it writes. The \`pollux\` command can't ask: it runs the hooks of every trusted folder. Approvals are
stored in \`~/.pollux/hooks.json\`. If a hook can't be parsed, a headless run ends with exit code 52, and in the editor nothing is changed without asking. Changes of
settings apply from the next prompt on.

### Examples

All examples begin with these two lines:

\`\`\`js
const input = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const answer = value => console.log(JSON.stringify(value));
\`\`\`

\`\`\`js
// SessionStart: tell the model something at the start
answer({ hookSpecificOutput: { additionalContext: 'This machine runs Node ' + process.version } });
\`\`\`

\`\`\`js
// SessionEnd: keep a log
require('node:fs').appendFileSync('sessions.log', input.session_id + ' ended: ' + input.reason + '\\n');
\`\`\`

\`\`\`js
// BeforeAgent: require a ticket number in each prompt
if (!/#\\d+/.test(input.prompt)) answer({ decision: 'deny', reason: 'Add the number of the ticket, such as #123.' });
\`\`\`

\`\`\`js
// AfterAgent: have the model finish what it left open, once
const isLeft = /\\bTODO\\b/.test(input.prompt_response);
if (isLeft && !input.stop_hook_active) answer({ decision: 'block', reason: 'Finish what you left as TODO.' });
\`\`\`

\`\`\`js
// BeforeModel: limit the length of answers
answer({ hookSpecificOutput: { llm_request: { config: { maxOutputTokens: 2000 } } } });
\`\`\`

\`\`\`js
// BeforeToolSelection: allow only tools that read
answer({ hookSpecificOutput: { toolConfig: { allowedFunctionNames: ['read_file', 'glob', 'search_file_content'] } } });
\`\`\`

\`\`\`js
// AfterModel: replace a confidential name
const text = input.llm_response.text.replaceAll('Project Lynx', 'the project');
answer({ hookSpecificOutput: { llm_response: { text } } });
\`\`\`

\`\`\`js
// BeforeTool, with the matcher "replace|write_file": ask before a migration is edited
if (input.tool_input.file_path.includes('migrations/')) answer({ decision: 'ask', reason: 'This is a migration.' });
\`\`\`

\`\`\`js
// AfterTool, with the matcher "read_file": point out related files
const isTable = input.tool_input.file_path.endsWith('.sql');
if (isTable) answer({ hookSpecificOutput: { additionalContext: 'docs/schema.md describes the tables.' } });
\`\`\`

\`\`\`js
// Notification: record that Pollux is waiting
require('node:fs').appendFileSync('waiting.log', input.message + '\\n');
\`\`\`

\`\`\`js
// PreCompress: keep a copy of the conversation
require('node:fs').copyFileSync(input.transcript_path, 'before-compressing.jsonl');
\`\`\`
`;
