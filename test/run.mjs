// npm test: sets up what is missing, then runs the suites. Plain Node, because a fresh clone has no node_modules yet.
//   node test/run.mjs [unit|host|browser|desktop] [mocha arguments…]
// Without a suite: check, unit, host and browser. The last line is always `N passed, N failed[, N skipped]`.
import { installDependencies, loadTypeScript } from './support/vscode/dependencies.mjs';

try {
  installDependencies();
  const { runSuites } = await loadTypeScript('./runSuites.ts');
  process.exitCode = await runSuites(process.argv.slice(2));
} catch (error) {
  console.error(error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
