import { format } from 'oxfmt';
import { FORMER_KEYS, GEMINI_ROW_BY_KEY } from '../../src/config/geminiSettings';
import { OTHER_SETTINGS } from '../../src/config/otherSettings';
import type { Merge, SettingRow } from '../../src/config/settingRow';
import { VARIABLES } from '../../src/config/settingVariables';
import { OPPOSITE_SETTINGS, SAME_SETTINGS, SETTING_ROWS } from '../../src/config/settings';
import { HOOKS } from './hooksSection';

const JOINED: Readonly<Record<Merge, string>> = {
  replace: '',
  concat: ' The lists of all files are joined.',
  union: ' The lists of all files are joined, without duplicates.',
};

const TYPES: Readonly<Record<SettingRow['type'], string>> = {
  text: 'string',
  texts: 'list of strings',
  number: 'number',
  switch: 'true, false',
};

const INTRO = `# Settings

<!-- Made of src/config/geminiSettings.ts, src/config/settings.ts and package.nls.json: UPDATE_DOCS=1 npx mocha test/unit/config -->

Pollux has two kinds of settings. The \`settings.json\` of Gemini CLI applies to the editor and to the \`pollux\` command alike;
_Pollux: Open Gemini Settings File_ opens yours. The settings \`pollux.*\` apply in the editor and are part of VS Code's settings. For example,
\`~/.gemini/settings.json\` may say:

\`\`\`json
{
  "model": { "name": "gemini-3.8-flash" },
  "tools": { "exclude": ["run_shell_command(git push)"] }
}
\`\`\`

If a setting has a value in several places, the last of these applies:

1. the defaults below
2. \`system-defaults.json\` of the administrator
3. \`~/.gemini/settings.json\`
4. \`.gemini/settings.json\` in a trusted workspace folder; with several folders, that of the first one
5. environment variables
6. flags of the \`pollux\` command, or \`pollux.*\` settings in the editor
7. \`settings.json\` of the administrator, in \`/etc/gemini-cli\`, \`/Library/Application Support/GeminiCli\` or \`C:\\ProgramData\\gemini-cli\`, for
   [everything that restricts](administrators.md#what-takes-precedence); otherwise it comes between 4 and 5

A workspace can't give itself anything: some settings have no effect there, and some can only be made stricter. Stricter settings apply even if the
workspace isn't trusted. The last column of the tables says which is which.

Files may contain comments and trailing commas. In strings, \`$NAME\`, \`\${NAME}\` and \`\${NAME:-default}\` are replaced by environment variables; an unset
variable without a default stays as it is written. A value of the wrong type is reported with its line, and the next lower value applies. A setting that Pollux
doesn't use is reported too: by the \`pollux\` command on standard error, and in the editor once, except for settings of a terminal interface. [The last
section](#settings-that-are-not-used) gives the reasons.

If an administrator's file can't be used, the \`pollux\` command ends with exit code 52, and the editor uses the defaults and runs nothing without asking.
`;

const MODELS = `## Models

\`model.name\` or \`pollux.model\` chooses the model. With \`auto\`, Pollux chooses one for each prompt: the strong model for planning, otherwise what
\`pollux.routing.strategy\` finds out by asking a small model. If asking fails, the usual model answers. If a model isn't available, another one takes
its place.

### Aliases and overrides

As in Gemini CLI, \`modelConfigs\` in \`settings.json\` sets how models answer. This alias appears in the model picker as \`precise\`:

\`\`\`json
{
  "modelConfigs": {
    "customAliases": {
      "precise": {
        "extends": "chat-base",
        "modelConfig": { "model": "gemini-3.8-flash", "generateContentConfig": { "temperature": 0 } }
      }
    },
    "overrides": [
      {
        "match": { "model": "gemini-3.8-flash", "overrideScope": "web-search" },
        "modelConfig": { "generateContentConfig": { "maxOutputTokens": 2000 } }
      }
    ]
  }
}
\`\`\`

- \`generateContentConfig\` may contain \`temperature\`, \`topP\`, \`topK\`, \`maxOutputTokens\` and \`thinkingConfig\`. What a model doesn't support isn't sent.
- An override applies to what it matches: \`model\` is a name or an alias, and \`overrideScope\` is \`core\` for the conversation, or the alias of a side job. Overrides
  that match more precisely are applied later.
- The conversation extends \`chat-base\`. The side jobs extend \`base\`: \`llm-edit-fixer\`, \`web-fetch\`, \`web-search\`, \`chat-compression-default\`,
  \`next-speaker-checker\`, \`loop-detection\`, \`loop-detection-double-check\` and \`classifier\`.
- Mistakes are reported with their line and left out. An alias that extends itself, directly or not, is an error, and nothing is sent.

### Budgets

\`pollux.budget.*\` limits tokens, cost, requests and time, per prompt, chat and day. A run that reaches a limit stops; _Continue_ lets it go on, and
gives a chat or a day its budget once more.

Costs are estimates; the table in \`src/gemini/models.ts\` gives their date and source. They depend on how you sign in: with a Google account or the demo, tokens
cost nothing. While a budget limits costs, Pollux uses no model without a known price. The day's costs in all windows and headless runs
are stored in \`~/.pollux/spending\`.

### In the \`pollux\` command

The \`pollux\` command reads these settings from environment variables: ${inCommand()}.
\`pollux.budget.day.money\` is \`POLLUX_BUDGET_DAY_MONEY\`. If a value is invalid, it ends with exit code 52; if a budget is used up, with exit code 53.
`;

const CHATS = `If \`pollux.sessions.maxAgeDays\` and \`pollux.sessions.maxCount\` are set, they take precedence over \`general.sessionRetention\`. As long as your own or
the administrator's settings contain errors, no chat is deleted.
`;

const SKILLS = `## Skills

A skill is a folder with a \`SKILL.md\`, such as \`~/.gemini/skills/release/SKILL.md\`:

\`\`\`markdown
---
name: release
description: How to publish a release of this project
---

1. Run \`npm test\`.
2. …
\`\`\`

The name may have up to 64 letters, digits and \`- _ . :\`, the description up to 1024 characters. When a chat starts, the model learns the names
and descriptions. It reads the instructions with \`activate_skill\`, which asks you first: once per chat, and again if the text has changed. A rule for
\`activate_skill\` answers for you. After that, the model may read the files in the skill's folder. \`$ARGUMENTS\` in the
instructions stands for what you type after the skill's name, or what the model says when it uses the skill itself.

Skills are read from these places; if two have the same name, the later place applies:

1. \`~/.gemini/skills\`
2. \`~/.agents/skills\`
3. \`.gemini/skills\` in trusted workspace folders
4. \`.agents/skills\` in trusted workspace folders

Of several workspace folders, the first one applies. A workspace's skill that leads out of the workspace is refused. Errors and invisible characters in a skill are
reported with their line; the other skills still work.
`;

const ENV = `## Variables

Variables that aren't set in the environment are read from the first file that exists: \`.gemini/.env\` or \`.env\` in the trusted folder or, within your home
folder, in a folder above it; then \`~/.gemini/.env\` or \`~/.env\`. Commands get these variables too, except for those that look like secrets; the
command's result lists what was left out.

A project's \`.env\` can't redirect Pollux: addresses, proxies, sign-in, trust, \`PATH\`, \`NODE_*\` and similar variables in it are ignored and reported.
`;

const UNUSED = `## Settings that are not used

These settings of Gemini CLI have no effect in Pollux. \`*\` stands for everything below a name.
`;

/** What the command reads from variables, as one list. */
function inCommand(): string {
  const groups = /^(?:budget|memory|routing|usageStatistics)\./;
  const names = VARIABLES.map(key => (groups.test(key) ? `${key.split('.', 1)[0]}.*` : key));
  return [...new Set(names)].map(name => `\`pollux.${name}\``).join(', ');
}

/** The page of the documentation; `texts` are those of the manifest. */
export async function settingsPage(texts: Readonly<Record<string, string>>): Promise<string> {
  const groups = new Set([...GEMINI_ROW_BY_KEY.keys()].map(groupOf));
  const tables = [...groups].map(group => {
    const rows = [...GEMINI_ROW_BY_KEY].filter(([key]) => groupOf(key) === group);
    const lines = rows.map(([key, row]) => [
      `\`${key}\``,
      TYPES[row.type],
      code(row.default),
      describe(row),
      placeOf(row),
    ]);
    return `### ${group}\n\n${table(['key', 'type', 'default', 'description', 'in a workspace'], lines)}`;
  });
  const former = [...FORMER_KEYS].map(([old, key]) => [`\`${old}\``, `\`${key}\``]);
  const editor = Object.entries(SETTING_ROWS).map(([key, row]) => {
    const same: string | undefined = Object.entries(SAME_SETTINGS).find(([own]) => own === key)?.[1];
    const opposite: string | undefined = Object.entries(OPPOSITE_SETTINGS).find(([own]) => own === key)?.[1];
    return [
      `\`pollux.${key}\``,
      code(row.default),
      texts[`setting.${key}`] ?? '',
      same ? `\`${same}\`` : opposite ? `not \`${opposite}\`` : '',
    ];
  });
  const page = [
    INTRO,
    '## settings.json',
    ...tables,
    'Pollux also accepts the names that Gemini CLI used before September 2025:',
    table(['old name', 'new name'], former),
    '## In the editor',
    table(['key', 'default', 'description', 'same as'], editor),
    CHATS,
    SKILLS,
    HOOKS,
    MODELS,
    ENV,
    UNUSED,
    table(
      ['settings', 'reason'],
      OTHER_SETTINGS.map(({ keys, what }) => [keys.map(key => `\`${key}\``).join(', '), what]),
    ),
  ].join('\n\n');
  return (await format('settings.md', page, { printWidth: 120, singleQuote: true, arrowParens: 'avoid' })).code;
}

function groupOf(key: string): string {
  return key.includes('.') ? (key.split('.', 1)[0] ?? '') : 'more';
}

function describe({ description, values, merge }: SettingRow): string {
  const choices = values ? ` One of ${values.map(code).join(', ')}.` : '';
  return `${description}${choices}${JOINED[merge]}`;
}

function placeOf({ isUserOnly, stricter, tightens, limits }: SettingRow): string {
  if (isUserOnly) return 'no effect';
  if (limits) return 'only removes tools';
  return stricter || tightens ? 'only stricter' : 'allowed';
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
