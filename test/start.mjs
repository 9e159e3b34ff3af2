// npm start: sets up what is missing, builds, and opens Pollux in a real VS Code on a copy of the sample workspace.
// POLLUX_VSCODE names a desktop VS Code to use; without any, VS Code is served to the browser. Ctrl+C ends it.
import { installDependencies, loadTypeScript } from './support/vscode/dependencies.mjs';

installDependencies();
const { startPollux } = await loadTypeScript('./startPollux.ts');
await startPollux();
