// npm run bench: sets up what is missing, builds, measures, prints a table and writes out/bench.json. Linux only.
//   node test/bench/run.mjs [endurance|headless|panel|parts|sessions]…
// Without a name: all of it, in about five minutes. It never fails for a figure that is over its target.
import { installDependencies, loadTypeScript } from '../support/vscode/dependencies.mjs';

installDependencies();
await import('tsx'); // what is loaded only when it is asked for is TypeScript as well
const { runBench } = await loadTypeScript('../../bench/bench.ts');
await runBench(process.argv.slice(2));
