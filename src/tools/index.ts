import type { Tool } from '../agent/tool';
import { askUser } from './askUser';
import { enterPlanMode } from './enterPlanMode';
import { exitPlanMode } from './exitPlanMode';
import { glob } from './glob';
import { googleWebSearch } from './googleWebSearch';
import { killBackgroundProcess } from './killBackgroundProcess';
import { listBackgroundProcesses } from './listBackgroundProcesses';
import { listDirectory } from './listDirectory';
import { readBackgroundOutput } from './readBackgroundOutput';
import { readFile } from './readFile';
import { readManyFiles } from './readManyFiles';
import { createReplace, replace, type ReplaceOptions } from './replace';
import { runShellCommand } from './runShellCommand';
import { saveMemory } from './saveMemory';
import { searchFileContent } from './searchFileContent';
import { webFetch } from './webFetch';
import { writeFile } from './writeFile';
import { writeTodos } from './writeTodos';

/** The tools that Pollux brings, in the order in which the model sees them. */
export const builtinTools: readonly Tool[] = [
  listDirectory,
  readFile,
  readManyFiles,
  glob,
  searchFileContent,
  replace,
  writeFile,
  runShellCommand,
  listBackgroundProcesses,
  readBackgroundOutput,
  killBackgroundProcess,
  webFetch,
  googleWebSearch,
  saveMemory,
  writeTodos,
  askUser,
  enterPlanMode,
  exitPlanMode,
];

/** The same, with what settings decide; one list for each session. */
export function toolsWith(options: ReplaceOptions): readonly Tool[] {
  return builtinTools.map(tool => (tool === replace ? createReplace(options) : tool));
}
