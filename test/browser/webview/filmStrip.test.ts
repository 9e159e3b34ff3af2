import assert from 'node:assert/strict';
import type { Completion } from '../../../src/shared/protocol';
import type { McpView } from '../../../src/shared/proposals';
import { frames, pictureFile } from '../../support/pictures';
import { themes } from '../../support/themes';
import { agentDone, agentRead, agentStarted, agentsAtWork, within } from './agentChat';
import { type PanelOptions, type PanelPage, usePanel } from './panelPage';
import { violationsIn } from './panelViolations';
import { answer, asked, begin, call, notice, results, started, state, text, user } from './sampleChat';
import { serverForm, serverPage, serverSampling } from './serverQuestions';

const working = [user('u1', 'Put the notes of today where the team finds them'), started, begin('a1')];

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const mcpCall: McpView = {
  kind: 'mcp',
  server: 'team-wiki',
  tool: 'create_page_from_markdown',
  from: 'https://mcp.wiki.example.com/v1/projects/queue',
  isForeign: true,
  hints: { destructive: true },
  description: 'Creates a page below another one. Pages with the same title are replaced.',
  args: [
    { name: 'title', value: 'Notes of the meeting about the scheduler' },
    { name: 'parent', value: 'Engineering/Queue/Meetings/2026-11' },
    { name: 'text', value: '# Notes\n\n- quick tasks first\n- `limit` stays 4\n- ask Ada about weights' },
  ],
};

/** Commands, some of them typed one after the other. */
const commands = [
  notice({
    id: 'n1',
    level: 'info',
    format: 'markdown',
    answers: '/memory list',
    text: 'Memory files:\n\n- `~/.gemini/GEMINI.md`: your home folder, about 210 tokens\n- `GEMINI.md`: workspace folder, about 1 token',
  }),
  notice({
    id: 'n2',
    level: 'info',
    format: 'markdown',
    answers: '/agents',
    text: '- **reviewer**: Reads a diff\n- **gardener**: Tidies up',
  }),
  notice({
    id: 'n3',
    level: 'warning',
    format: 'markdown',
    answers: '/chat save the one about the scheduler, please',
    text: 'Type save, list, resume, delete or share after /chat.',
  }),
];

interface Scene extends PanelOptions {
  /** What is done before the picture. */
  readonly then?: (panel: PanelPage) => Promise<void>;
}

const mentions: readonly Completion[] = [
  { kind: 'source', insert: '@selection ', label: '@selection', detail: 'The selection in the editor' },
  { kind: 'source', insert: '@https://', label: '@https://', detail: 'A web page', isOpen: true },
  { kind: 'source', insert: '@reviewer ', label: '@reviewer', detail: 'Reads a diff and says what is wrong with it' },
  {
    kind: 'source',
    insert: '@docs:demo://resource/static/document/architecture.md ',
    label: '@docs: architecture.md',
    detail: 'Resource of the MCP server “docs”: demo://resource/static/document/architecture.md',
  },
  { kind: 'file', insert: '@src/queue/scheduler.ts ', label: 'scheduler.ts', detail: 'src/queue' },
  {
    kind: 'file',
    insert: '@a/b ',
    label: 'a-component-with-quite-a-long-name.stories.tsx',
    detail: 'packages/web/src/components/deeply/nested',
  },
  { kind: 'folder', insert: '@src/', label: 'src/', isOpen: true },
];
const slashes: readonly Completion[] = [
  ['chat', 'Save, list, resume or delete chats', '[save|list|resume|delete|share] [name]'],
  ['clear', 'Start a new chat'],
  ['extensions', 'List, install or update extensions of Gemini CLI', '[list|install|update|uninstall|enable|disable]'],
  [
    'git:review',
    'Review what is staged, with the rules of this project, and say what has to be changed before it lands',
  ],
].map(([name = '', detail = '', hint]) => ({
  kind: 'command',
  insert: `/${name} `,
  label: `/${name}`,
  detail,
  ...(hint !== undefined && { hint }),
}));

const typed = (line: string, items: readonly Completion[]) => async (panel: PanelPage) => {
  panel.offers = () => items;
  panel.weights = () => [{ label: 'scheduler.ts', tokens: 1840 }, { label: 'src/queue/' }];
  await panel.box.pressSequentially(line);
  await panel.page.getByRole('listbox').waitFor();
  await panel.page.keyboard.press('ArrowDown');
  await panel.page.waitForTimeout(300);
};
const question = (proposal: typeof serverForm | typeof serverPage | typeof serverSampling): Scene => ({
  height: 900,
  events: [
    ...working,
    { type: 'part', messageId: 'a1', part: call('c1', 'mcp_booking_book') },
    state('c1', 'executing', { title: 'booking: book', name: 'mcp_booking_book' }),
    { type: 'approval-requested', approval: { callId: 'q1', proposal, remember: [] } },
  ],
});

const scenes: Readonly<Record<string, Scene>> = {
  mentions: { then: typed('Why is it slow? See @', mentions) },
  commands: { then: typed('/', slashes) },
  answers: { events: commands },
  agents: { height: 1000, events: agentsAtWork },
  'agent-open': {
    height: 1000,
    events: agentsAtWork,
    then: async panel => {
      await panel.log.getByRole('button', { name: 'Show steps of Codebase investigator' }).click();
    },
  },
  'agent-done': {
    height: 700,
    events: [
      user('u1', 'Why is the queue slow?'),
      started,
      begin('a1'),
      ...agentStarted('c1', 'Codebase investigator', 'Find out who waits for whom'),
      ...agentRead('c1', 'src/queue/scheduler.ts'),
      ...agentDone('c1', 'The scheduler walks the list **in order**, so a slow task holds up the quick ones.'),
      ...agentStarted('c2', 'Gardener', 'Mend the scheduler'),
      ...within('c2', { type: 'run-finished', reason: 'done', at: 0 }),
      state('c2', 'error', { error: 'It reached its limit of 20 turns, and gave no result.' }),
      ...agentStarted('c3', 'Reviewer', 'Read what was changed'),
    ],
  },
  'mcp-call': {
    height: 900,
    events: [
      ...working,
      ...asked('a1', 'mcp_team-wiki_create', 'team-wiki: create_page_from_markdown', {
        callId: 'c1',
        proposal: mcpCall,
        reason: 'No rule allows this tool.',
        remember: [
          { id: 'tool', scope: 'session', rule: 'This tool of team-wiki' },
          { id: 'server', scope: 'session', rule: 'All tools of team-wiki' },
        ],
      }),
    ],
  },
  'mcp-done': {
    events: [
      user('u1', 'What is in it?'),
      ...answer('a1', call('c1', 'mcp_wiki_read'), call('c2', 'mcp_wiki_read')),
      results(
        't1',
        { callId: 'c1', name: 'mcp_wiki_read', title: 'team-wiki: read_page', status: 'success', content: '# Notes' },
        {
          callId: 'c2',
          name: 'mcp_wiki_read',
          title: 'team-wiki: read_page',
          status: 'error',
          content: '',
          error: 'The MCP server “team-wiki” asks you to sign in.',
        },
      ),
      ...answer('a2', text('You have to sign in first.')),
    ],
  },
  'mcp-media': {
    events: [
      user('u1', 'Show me the board, and read it to me'),
      ...answer('a1', call('c1', 'mcp_wiki_board')),
      results('t1', {
        callId: 'c1',
        name: 'mcp_wiki_board',
        title: 'team-wiki: draw_the_board',
        status: 'success',
        content: 'The board, and how it sounds.',
        display: { type: 'text', text: 'The board, and how it sounds.' },
        images: [
          { type: 'image', mimeType: 'image/png', data: PICTURE },
          { type: 'image', mimeType: 'audio/wav', data: 'UklGRg=='.repeat(400) },
        ],
      }),
      ...answer('a2', text('That is the board.')),
    ],
    then: async panel => {
      await panel.log.getByText('team-wiki: draw_the_board').click();
      const picture = await panel.log.getByRole('img', { name: 'Image' }).boundingBox();
      assert.equal(picture?.width, 1, 'a small picture is not blown up');
    },
  },
  form: question(serverForm),
  'form-problems': {
    ...question(serverForm),
    then: async panel => {
      await panel.page.waitForTimeout(550);
      await panel.log.getByRole('button', { name: 'Accept' }).click();
    },
  },
  page: question(serverPage),
  sampling: question(serverSampling),
};

describe('The film strip', () => {
  const open = usePanel();
  const all = frames(Object.keys(themes) as (keyof typeof themes)[]);
  const [first] = all;
  for (const [name, { then, ...options }] of Object.entries(scenes)) {
    it(`is accessible and whole in any theme, however wide: ${name}`, async function () {
      this.timeout(60_000);
      const panel = await open({ ...options, theme: themes[first!.theme], width: first!.width });
      await then?.(panel);
      for (const frame of all) {
        if (frame !== first) await panel.changeTheme(themes[frame.theme], frame.width);
        await panel.page.waitForTimeout(200);
        const path = pictureFile(name, frame);
        if (path !== undefined) await panel.page.screenshot({ path });
        const what = `${themes[frame.theme].name} at ${frame.width} px`;
        assert.deepEqual(await violationsIn(panel), [], what);
        const over = await panel.page.evaluate(() => {
          const log = document.querySelector('[role=log]')!;
          return [document.documentElement.scrollWidth - innerWidth, log.scrollWidth - log.clientWidth];
        });
        assert.deepEqual(over, [0, 0], what);
      }
    });
  }
});
