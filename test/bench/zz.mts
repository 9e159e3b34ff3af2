import { SandboxPlace, INSIDE } from '../support/sandboxPlace';
import { mkdirSync } from 'node:fs';
import { commandEnvironment } from '../../src/node/process/environment';
import { runProcess } from '../../src/node/process/processRunner';
import { confined } from '../../src/node/process/confined';
const p = new SandboxPlace('namespaces');
mkdirSync(p.work);
await p.commands.tier();
const env = commandEnvironment(process.env);
for (const where of ['outside', 'inside', 'outside', 'inside'] as const) {
  const a: number[] = [],
    b: number[] = [],
    c: number[] = [];
  for (let i = 0; i < 25; i++) {
    const t = performance.now();
    const approved = { command: 'true', cwd: p.work, sandbox: { ...INSIDE, where } };
    const pl = (await confined(approved, env, p.commands.confine)) as any;
    const t1 = performance.now();
    let ts = 0;
    const r = await runProcess(
      {
        command: 'true',
        cwd: p.work,
        env,
        ...pl,
        onStart() {
          ts = performance.now();
        },
      },
      () => undefined,
      new AbortController().signal,
    );
    const t2 = performance.now();
    a.push(t1 - t);
    b.push(ts - t1);
    c.push(t2 - ts);
    if (r.exitCode !== 0) console.log(r);
    if (i == 0) console.log(r);
  }
  const m = (x: number[]) => x.sort((q, w) => q - w)[12]!.toFixed(1) + '/' + x[2]!.toFixed(1);
  console.log(where, 'confine', m(a), 'start', m(b), 'rest', m(c));
}
await p.close();
