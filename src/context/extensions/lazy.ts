// What is loaded with the first extension, as one bundle: reading, hooks, and managing.
export { broughtText } from './brings';
export { extensionHooks } from './extensionHooks';
export { Extensions } from './extensions';
export { ExtensionManager } from './manageExtensions';
