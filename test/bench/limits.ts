import { findMatches } from '../../src/node/search/findMatches';
import { decideCommand } from '../../src/policy/commandPolicy';
import { boundedTest } from '../../src/policy/boundedPattern';
import { readPlainLine } from '../../src/policy/shell/free/plainLine';
import { visiblePieces } from '../../src/shared/hiddenCharacters';
import { TerminalText } from '../../src/shared/terminalText';
import { bashParser } from '../support/bashParser';
import { HOSTILE } from '../unit/policy/hostileCommands';
import { HOSTILE_BODIES, measureDrips } from './hostileBodies';
import { HOSTILE_FILES } from './hostileFiles';
import { HOSTILE_TEXTS } from './hostileTexts';
import { median, type Metric } from './metric';
import { commandSettings } from './commandSettings';

/** The processor time of each input that is made to be slow. */
export async function measureLimits(report: (...metrics: Metric[]) => void): Promise<void> {
  const parse = await bashParser();
  const settings = commandSettings();
  const inputs: readonly (readonly [name: string, run: () => unknown])[] = [
    ...Object.entries(HOSTILE).map(([name, command]) => [name, () => decideCommand(command, settings, parse)] as const),
    ...['\x1b]', '\x1bP', '\x1b[1;', '\x9d', '\x1b'].map(
      open =>
        [
          `output of 200 kB: ${JSON.stringify(open)}`,
          () => new TerminalText().take(open.repeat(200_000 / open.length)),
        ] as const,
    ),
    ['a pattern of 400 stars', () => findMatches(`/usr/bin/${'*a'.repeat(400)}`, false)],
    ['an expression with five stars', () => boundedTest(/^.*a.*a.*a.*a.*b$/, 'a'.repeat(10_000), false)],
    ['4,000 quotes that stay open', () => readPlainLine(`ls ${`'a' "`.repeat(800)}`)],
    ['100 kB of characters that are not seen', () => visiblePieces('\u200b'.repeat(100_000))],
  ];
  const limited = inputs.map(([name, run]) => ({ name, run, limitMs: 100 }));
  for (const { name, run, limitMs } of [...limited, ...HOSTILE_TEXTS, ...HOSTILE_FILES, ...HOSTILE_BODIES]) {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const before = process.cpuUsage();
      await answered(run);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    report({ name: `limits: ${name}`, value: median(times), unit: 'ms', limit: limitMs });
  }
  await measureDrips(report);
}

/** To refuse with an error of its own is an answer, too. */
async function answered(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw error;
  }
}
