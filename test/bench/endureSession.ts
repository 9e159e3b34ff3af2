// A process of its own that goes through many prompts over a service full of faults, and prints what became of it;
// see endurance.ts.
import { createUtilityModel } from '../../src/gemini/utilityModel';
import { createDiskTerminal } from '../../src/node/process/diskTerminal';
import { runTool } from '../support/runTool';
import { loopbackGenerator, noteTools, openSession, sessionOptions } from '../support/testSession';

export interface Endured {
  /** How the prompts ended, and how often. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly results: number;
  /** What nobody caught, and bugs that were reported other than the one that a tool is made to have. */
  readonly crashes: readonly string[];
  /** The heap after every tenth prompt, in bytes, collected. */
  readonly heaps: readonly number[];
}

async function endure(url: string, prompts: number): Promise<Endured> {
  const crashes: string[] = [];
  process.on('uncaughtException', error => crashes.push(String(error)));
  process.on('unhandledRejection', error => crashes.push(String(error)));
  const errors: unknown[] = [];
  const generator = loopbackGenerator(url);
  const settings = () => ({ model: 'small', generation: {} });
  const options = {
    url,
    startMode: 'yolo',
    tools: [...noteTools, runTool],
    terminal: createDiskTerminal(),
    inputLimit: () => 60_000,
    utilityModel: createUtilityModel({ generator, settings, newId: () => 'id', now: Date.now }),
  } as const;
  const session = openSession(sessionOptions(options, errors));
  // A command that has said that it hangs is not waited for.
  session.subscribe(event => {
    if (event.type === 'tool-output' && event.text.includes('hangs')) session.stop();
  });
  const reasons: Record<string, number> = {};
  const heaps: number[] = [];
  for (let i = 1; i <= prompts; i++) {
    const { reason } = await session.submit([{ type: 'text', text: `Prompt ${i}` }]);
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    if (i % 10 > 0) continue;
    globalThis.gc?.();
    heaps.push(process.memoryUsage().heapUsed);
  }
  const { messages } = session.state;
  const results = messages.reduce((sum, each) => sum + (each.role === 'tool' ? each.results.length : 0), 0);
  crashes.push(...errors.map(String).filter(each => each !== 'TypeError: a bug'));
  return { reasons, results, crashes, heaps };
}

void endure(process.argv[2] ?? '', Number(process.argv[3])).then(endured => {
  process.stdout.write(JSON.stringify(endured), () => process.exit());
});
