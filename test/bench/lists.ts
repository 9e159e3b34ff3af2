import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { FileCompletions } from '../../src/extension/slash/fileCompletions';
import { parseAgent } from '../../src/context/agents/parseAgent';
import { commandCompletions } from '../../src/context/commands/completions';
import { customCommands } from '../../src/context/commands/custom/customCommands';
import { mergeSkills } from '../../src/context/parseSkills';
import { findAgentFiles } from '../../src/node/config/agentFiles';
import { commandPlaces, findCommandFiles } from '../../src/node/config/commandFiles';
import { findSkills, skillPlaces } from '../../src/node/config/skillFiles';
import { editorRipgrepPaths, findRipgrep } from '../../src/node/search/ripgrepPaths';
import { installVsCode } from '../support/vscode/install';
import { median, type Metric } from './metric';

const FOLDERS = 1000;
const FILES_EACH = 100;
const COMMANDS = 500;
const OTHERS = 50;
const ROUNDS = 7;
const now = () => performance.now();
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** What the lists at `@` and `/` take when they open, over folders on the disk. */
export async function measureLists(report: (...metrics: Metric[]) => void): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'pollux-bench-'));
  try {
    await makeFiles(join(root, 'many'));
    await makeSetup(join(root, 'home'));
    await measureFirstFiles(join(root, 'many'), report);
    await measureSetup(join(root, 'home'), report);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function measureFirstFiles(folder: string, report: (...metrics: Metric[]) => void): Promise<void> {
  const { main } = await installVsCode();
  const ripgrep = findRipgrep(editorRipgrepPaths(dirname(dirname(main))), process.env.PATH ?? '');
  const edited = { list: () => [], onDidChangeFiles: () => undefined, dispose: () => undefined };
  const rounds: { first: number; whole: number; busy: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [from, loop] = [now(), performance.eventLoopUtilization()];
    const completions = new FileCompletions({ folders: () => [folder], ripgrep: () => ripgrep, edited });
    const offered: number[] = [];
    await completions.find('', ({ length }) => {
      if (length !== 50) throw new Error('The list isn’t what it should be.');
      offered.push(now() - from);
    });
    const [first = NaN, whole = first] = offered;
    rounds.push({ first, whole, busy: performance.eventLoopUtilization(loop).active });
  }
  const what = `lists: the first list at @ over 100,000 files${ripgrep === null ? ', without ripgrep' : ''}`;
  report(
    { name: what, value: median(rounds.map(({ first }) => first)), unit: 'ms', limit: 100 },
    { name: `${what}, of them all`, value: median(rounds.map(({ whole }) => whole)), unit: 'ms' },
    { name: `${what}, the host is busy`, value: median(rounds.map(({ busy }) => busy)), unit: 'ms' },
  );
}

async function measureSetup(home: string, report: (...metrics: Metric[]) => void): Promise<void> {
  const homes = { home, folders: [], extensions: [], hasOthers: true };
  const commands = async () => {
    const files = await findCommandFiles(commandPlaces(homes));
    return (await customCommands(files, new Set(), async () => [])).commands;
  };
  const all = await commands();
  const counted = async (count: number, read: () => Promise<{ readonly length: number }>) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const from = now();
      const { length } = await read();
      times.push(now() - from);
      if (length !== count) throw new Error(`${length} were listed in place of ${count}.`);
    }
    return median(times);
  };
  const ms = (name: string, value: number, limit: number): Metric => ({
    name: `lists: ${name}`,
    value,
    unit: 'ms',
    limit,
  });
  const agents = async () => (await findAgentFiles(homes)).filter(text => parseAgent(text).agent !== null);
  const skills = async () => mergeSkills(await findSkills(skillPlaces(homes)), []).skills;
  report(
    ms(
      '500 commands, read and listed',
      await counted(COMMANDS, async () => commandCompletions(await commands(), '')),
      100,
    ),
    ms('a key over 500 commands', await counted(COMMANDS, async () => commandCompletions(all, 'c')), 50),
    ms('50 skills, read and listed', await counted(OTHERS, skills), 100),
    ms('50 agents, read and listed', await counted(OTHERS, agents), 100),
  );
}

async function makeFiles(top: string): Promise<void> {
  for (const folder of range(FOLDERS)) {
    const path = join(top, `group${folder % 40}`, `folder${folder}`);
    await mkdir(path, { recursive: true });
    await Promise.all(range(FILES_EACH).map(file => writeFile(join(path, `file${file}.ts`), '')));
  }
}

async function makeSetup(home: string): Promise<void> {
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  };
  const head = (name: string) => `---\nname: ${name}\ndescription: What ${name} is for\n---\nDo it.\n`;
  for (const i of range(COMMANDS)) {
    const text = `description = "Does ${i}"\nprompt = "Do ${i} with {{args}}: !{git diff} @{a.md}"\n`;
    await put(`.gemini/commands/c${i % 20}/command${i}.toml`, text);
  }
  for (const i of range(OTHERS)) {
    await put(`.gemini/skills/skill${i}/SKILL.md`, head(`skill${i}`));
    await put(`.gemini/agents/agent${i}.md`, head(`agent${i}`));
  }
}
