/** What the page of the settings says about hooks, with an example of each event. */
export const HOOKS = `## Hooks

\`hooks\` of \`settings.json\` names commands that run at events, as it does for Gemini CLI:
\`{"hooks": {"<event>": [{"matcher": "…", "sequential": false, "hooks": [{"type": "command", "command": "…"}]}]}}\`. A hook may also have
\`name\`, \`timeout\` (milliseconds, 60 000 unless it is there; 600 000 at most, and 60 000 for what a project brings) and \`env\`. \`matcher\` is a regular expression of tool names,
else a pattern such as \`*_file\`; at the start and end of sessions and before compressing it is the one kind meant. Empty or \`*\` is all; the other events have nothing to match.
Hooks of an event run together, or one after the other if one of them is \`sequential\`; then each gets what those before it have changed.

A hook runs in a shell in the project's folder (\`GEMINI_PROJECT_DIR\`), in an environment without secrets, and reads one object of JSON:
\`session_id\`, \`transcript_path\`, \`cwd\`, \`hook_event_name\`, \`timestamp\` and what the event has. If it exits with 0, what it prints is
its answer; with 1, it has failed, which you are told once; with 2 or more, it blocks, and what it prints as an error is the reason. JSON counts whatever the exit code. With 126
or 127 there is no such program: you are told, and no prompt, no request and no call goes on that it should have seen. What is no JSON is shown to you and decides nothing. An answer may have \`systemMessage\` (for you), \`decision\` (\`deny\`, \`block\` or, before a tool, \`ask\`;
\`allow\` says nothing), \`reason\`, \`continue: false\` with \`stopReason\` (the run ends, and the headless command exits with 0), \`suppressOutput\`, and in \`hookSpecificOutput\`:

| event                 | is told                                   | may answer                                                                                                     |
| --------------------- | ----------------------------------------- | -------------------------------------------------------------------------------------------------------------- |
| \`SessionStart\`        | \`source\`: \`startup\`, \`resume\`, or \`clear\` for a new chat in the place of another         | \`additionalContext\` for the model                                                                            |
| \`SessionEnd\`          | \`reason\`: \`exit\`, \`clear\` or \`other\`   | nothing; it has four seconds                                                                                   |
| \`BeforeAgent\`         | \`prompt\`                                | \`additionalContext\`; blocking drops the prompt, which comes back into the message box                                                                |
| \`AfterAgent\`          | \`prompt\`, \`prompt_response\`, \`stop_hook_active\` | blocking has the model answer again, told the reason; five times at most; \`clearContext: true\` has it forget the conversation first, which stays in the file                            |
| \`BeforeModel\`         | \`llm_request\`                           | \`llm_request\` (\`model\`, \`config\`, \`messages\`: all texts that are sent, in other words or fewer; calls and results stay), \`llm_response\` in place of asking; blocking refuses it. It also sees questions besides the conversation, such as for a summary    |
| \`BeforeToolSelection\` | \`llm_request\`                           | \`toolConfig\`: \`mode\` (\`AUTO\`, \`ANY\`: it must call one, \`NONE\`), \`allowedFunctionNames\`; several hooks: all that any of them names            |
| \`AfterModel\`          | \`llm_request\`, \`llm_response\`         | \`llm_response\` in its place; it gets whole answers, which then are not streamed                                        |
| \`BeforeTool\`          | \`tool_name\`, \`tool_input\`             | \`tool_input\`: arguments to change; they are checked and evaluated again                                           |
| \`AfterTool\`           | and \`tool_response\`                     | \`additionalContext\`, \`tailToolCallRequest\` (\`name\`, \`args\`) to run next; blocking withholds the result       |
| \`Notification\`        | \`message\`, \`details\`                  | nothing; Pollux waits for you                                                                                  |
| \`PreCompress\`         | \`trigger\`: \`auto\` or \`manual\`         | nothing                                                                                                        |

Hooks of a project run only in a trusted folder, and each only after you have approved it; changing it, or a file of the project that its
command names, asks again, so it had better not name one that it writes. The headless command has nobody to ask: there they run in every folder that is trusted. A hook that can't be read ends a headless run with exit code 52, and lets nothing be changed without a question in the editor. Approvals are
in \`~/.pollux/hooks.json\`. Changes of settings count from the next prompt on.

### Examples

Each of these goes on from the same two lines:

\`\`\`js
const told = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const say = answer => console.log(JSON.stringify(answer));
\`\`\`

\`\`\`js
// SessionStart: what the model should know from the beginning
say({ hookSpecificOutput: { additionalContext: 'This machine runs Node ' + process.version } });
\`\`\`

\`\`\`js
// SessionEnd: a log of your own
require('node:fs').appendFileSync('sessions.log', told.session_id + ' ended: ' + told.reason + '\\n');
\`\`\`

\`\`\`js
// BeforeAgent: no prompt without its ticket
if (!/#\\d+/.test(told.prompt)) say({ decision: 'deny', reason: 'Which ticket is it about?' });
\`\`\`

\`\`\`js
// AfterAgent: nothing is left for later, at least once
const isLeft = /\\bTODO\\b/.test(told.prompt_response);
if (isLeft && !told.stop_hook_active) say({ decision: 'block', reason: 'Do now what you left as TODO.' });
\`\`\`

\`\`\`js
// BeforeModel: short answers
say({ hookSpecificOutput: { llm_request: { config: { maxOutputTokens: 2000 } } } });
\`\`\`

\`\`\`js
// BeforeToolSelection: look, and touch nothing
say({ hookSpecificOutput: { toolConfig: { allowedFunctionNames: ['read_file', 'glob', 'search_file_content'] } } });
\`\`\`

\`\`\`js
// AfterModel: a name that is not for the screen
const text = told.llm_response.text.replaceAll('Project Lynx', 'the project');
say({ hookSpecificOutput: { llm_response: { text } } });
\`\`\`

\`\`\`js
// BeforeTool, with the matcher "replace|write_file": nobody edits a migration unasked
if (told.tool_input.file_path.includes('migrations/')) say({ decision: 'ask', reason: 'This is a migration.' });
\`\`\`

\`\`\`js
// AfterTool, with the matcher "read_file": what goes with a file
const isTable = told.tool_input.file_path.endsWith('.sql');
if (isTable) say({ hookSpecificOutput: { additionalContext: 'docs/schema.md describes the tables.' } });
\`\`\`

\`\`\`js
// Notification: somebody has to come
require('node:fs').appendFileSync('waiting.log', told.message + '\\n');
\`\`\`

\`\`\`js
// PreCompress: the conversation as it was
require('node:fs').copyFileSync(told.transcript_path, 'before-compressing.jsonl');
\`\`\`
`;
