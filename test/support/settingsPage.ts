import { format } from 'prettier';
import { FORMER_KEYS, GEMINI_ROW_BY_KEY } from '../../src/config/geminiSettings';
import { OTHER_SETTINGS } from '../../src/config/otherSettings';
import type { Merge, SettingRow } from '../../src/config/settingRow';
import { OPPOSITE_SETTINGS, SAME_SETTINGS, SETTING_ROWS } from '../../src/config/settings';
import { HOOKS } from './hooksSection';

const JOINED: Readonly<Record<Merge, string>> = {
  replace: '',
  concat: ' Layers are joined.',
  union: ' Layers are joined, and nothing is repeated.',
};

const INTRO = `# Settings

<!-- Made of src/config/geminiSettings.ts, src/config/settings.ts and package.nls.json: UPDATE_DOCS=1 npx mocha test/unit/config -->

Pollux goes by the \`settings.json\` of Gemini CLI, and in the editor by \`pollux.*\`. From the lowest to the highest:

1. the defaults below,
2. \`system-defaults.json\` of the administrator,
3. \`~/.gemini/settings.json\`, which _Pollux: Open Gemini Settings File_ opens,
4. \`.gemini/settings.json\` in each workspace folder that is trusted; of several, the first one wins,
5. \`settings.json\` of the administrator, in \`/etc/gemini-cli\`, \`/Library/Application Support/GeminiCli\` or \`C:\\ProgramData\\gemini-cli\`
   (\`GEMINI_CLI_SYSTEM_SETTINGS_PATH\` and \`GEMINI_CLI_SYSTEM_DEFAULTS_PATH\` name other files),
6. the environment,
7. flags of the headless command, or what is set under \`pollux.*\`.

Files may have comments and trailing commas. In texts, \`$NAME\`, \`\${NAME}\` and \`\${NAME:-default}\` stand for variables; what is not set
stays as it is written. A value of the wrong type is reported with its line, and the layer below holds. What is not listed here has
no effect; [at the end](#settings-that-are-not-used) it says why. The headless command names on standard error what is set and not used, and
the editor does so once, except for settings of a terminal interface. If a file of the administrator can't be used, the headless command stops with exit code 52, and the editor goes by
the defaults and lets nothing run without asking.

A workspace can't grant itself anything: some settings count only in your own files, and some it can only tighten. What tightens
counts from every workspace, also from one that is not trusted.
`;

const MODELS = `## Models

\`modelConfigs\` of \`settings.json\` says how a model answers, as it does for Gemini CLI. An alias in \`aliases\` or \`customAliases\` has
\`extends\`, the name of another one, and \`modelConfig\` with \`model\` and \`generateContentConfig\` (\`temperature\`, \`topP\`, \`topK\`,
\`maxOutputTokens\`, \`thinkingConfig\`); its name then stands for a model, in the picker as well. An entry of \`overrides\` holds for what it
matches: \`model\`, a name or an alias, and \`overrideScope\`, \`core\` for the conversation or the alias of a job; the more it names, the later
it is applied. The conversation extends \`chat-base\`, and the jobs \`base\`: \`llm-edit-fixer\`, \`web-fetch\`, \`web-search\`,
\`chat-compression-default\`, \`next-speaker-checker\`, \`loop-detection\`, \`loop-detection-double-check\` and \`classifier\`. What is wrong is reported with its line and left
out; an alias that extends itself, by whatever way, stands for nothing: whoever asks for it is told so, and nothing is sent. What a model does not heed is not sent.

A model \`auto\` is chosen for each prompt: another one while the right one is not to be had, the strong one for planning, what
\`pollux.routing.strategy\` finds out by asking a small model, and else the usual one. If asking fails, the usual one answers.

Prices are estimates: the table in \`src/gemini/models.ts\` says as of when and from where. While there is a
budget of money, a model whose price is not known is not asked, whatever for: nobody could tell when the budget is used up. The way to the
model counts too: what a Google account or the demo gives costs nothing by the token. The day's spending of all windows and headless runs is in
\`~/.pollux/spending\`. A budget that is used up stops the run; _Continue_ lets it go on, and gives a chat or a day its budget once more.

The headless command takes budgets, routing, \`pollux.memory.*\`, \`pollux.sessions.record\` and \`pollux.sessions.geminiCliFormat\` (\`true\` or \`false\`) from variables: \`pollux.budget.day.money\` is \`POLLUX_BUDGET_DAY_MONEY\`. One that can't be
used ends it with exit code 52. It has nobody to let it go on: at a budget it ends with exit code 53.
`;

const CHATS = `\`pollux.sessions.maxAgeDays\` and \`pollux.sessions.maxCount\`, where they are set, count before \`general.sessionRetention\`. While
there are mistakes in your own or the administrator's settings, no chat is deleted.
`;

const SKILLS = `## Skills

A skill is a folder with a \`SKILL.md\`: a head between two lines of \`---\` with \`name\` (letters, digits and \`- _ . :\`, at most 64
characters) and \`description\` (at most 1024), and below it instructions. Skills are looked for in \`~/.gemini/skills\`,
\`~/.agents/skills\` and, in trusted folders, \`.gemini/skills\` and \`.agents/skills\`; of two with one name, the later place counts, and of
several workspace folders the first. The model is told of names and descriptions when a chat begins, and gets the instructions by
\`activate_skill\`. You are asked before, once in a chat and again if the text has changed; a rule for \`activate_skill\` answers for you. From
then on files in the folder may be read. A skill of a workspace that leads out of it is refused. What is wrong with a skill is
reported with its line, and so are characters that are not seen; the other skills work.
`;

const ENV = `## Variables

Variables that are not in the environment are taken from the first \`.gemini/.env\` or \`.env\` of the trusted folder or, below your home
folder, of those above it; then from \`~/.gemini/.env\` or \`~/.env\`. Commands get them as well, but for what looks like a secret: their result says what they lack. The file of a
project can't redirect Pollux: addresses, proxies, sign-in, trust, \`PATH\`, \`NODE_*\` and the like are ignored there, and that is said.
`;

const UNUSED = `## Settings that are not used

Settings of Gemini CLI that are not listed above. \`*\` stands for all below a name.
`;

/** The page of the documentation; `texts` are those of the manifest. */
export async function settingsPage(texts: Readonly<Record<string, string>>): Promise<string> {
  const groups = new Set([...GEMINI_ROW_BY_KEY.keys()].map(groupOf));
  const tables = [...groups].map(group => {
    const rows = [...GEMINI_ROW_BY_KEY].filter(([key]) => groupOf(key) === group);
    const lines = rows.map(([key, row]) => [`\`${key}\``, row.type, code(row.default), describe(row), placeOf(row)]);
    return `### ${group}\n\n${table(['key', 'type', 'default', 'is', 'in a workspace'], lines)}`;
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
    'Names from before September 2025 are understood as well:',
    table(['before', 'now'], former),
    '## In the editor',
    table(['key', 'default', 'is', 'the same as'], editor),
    CHATS,
    SKILLS,
    HOOKS,
    MODELS,
    ENV,
    UNUSED,
    table(
      ['settings', ''],
      OTHER_SETTINGS.map(({ keys, what }) => [keys.map(key => `\`${key}\``).join(', '), what]),
    ),
  ].join('\n\n');
  return format(page, { parser: 'markdown', printWidth: 120, singleQuote: true, arrowParens: 'avoid' });
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
  if (limits) return 'leaves fewer, allows none';
  return stricter || tightens ? 'may only tighten' : 'may set it';
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
