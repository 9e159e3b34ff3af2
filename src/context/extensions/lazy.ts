// Loaded as one bundle with the first extension: reading, hooks and management.
export { broughtText } from './brings';
export { extensionHooks } from './extensionHooks';
export { Extensions } from './extensions';
export { ExtensionManager } from './manageExtensions';
