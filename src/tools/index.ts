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
import { replace } from './replace';
import { runShellCommand } from './runShellCommand';
import { searchFileContent } from './searchFileContent';
import { webFetch } from './webFetch';
import { writeFile } from './writeFile';

/** The tools that Pollux brings, in the order in which the model sees them. */
export const builtinTools: readonly Tool[] = [
  listDirectory,
  readFile,
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
  askUser,
  enterPlanMode,
  exitPlanMode,
];
