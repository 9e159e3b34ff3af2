// The sandbox's dependencies on this machine: one bundle, loaded with the first command.
export { recordsIn } from '../git/recordTrust';
export { filesOfPrograms, findInWorkspace } from './places';
export { probeSandbox } from './probe';
