import type { LanguageFeatures } from '../agent/ports/languageFeatures';
import type { Skill, Skills } from '../agent/ports/skills';
import type { Tool } from '../agent/tool';
import { isOffered, type ToolSettings } from '../policy/toolRules';
import { createActivateSkill } from './activateSkill';
import { askUser } from './askUser';
import { EDITOR_ACTION, gatherEditorTools } from './editor/editorAction';
import { createEditorTools } from './editor/editorTools';
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
export { createMentionReader } from './readMentioned';
import { createReplace, replace, type ReplaceOptions } from './replace';
import { runShellCommand } from './runShellCommand';
export { createPromptShell } from './runShellCommand';
import { saveMemory } from './saveMemory';
import { searchFileContent } from './searchFileContent';
import { webFetch } from './webFetch';
import { createWriteFile, writeFile, type WriteFileOptions } from './writeFile';
import { writeTodos } from './writeTodos';

/** Pollux's own tools, in the order in which the model sees them. */
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

export interface ToolOptions extends ReplaceOptions, WriteFileOptions {
  /** Absent without an editor. */
  readonly features?: LanguageFeatures;
  /** The skills offered to the model, if any, and the store that reads them. */
  readonly skills?: readonly Skill[];
  readonly registry?: Skills;
  /** False: no user is present to answer questions. */
  readonly canAsk?: boolean;
  /** False: the approval mode can't be switched. */
  readonly canSwitchMode?: boolean;
  /** Tools that the settings exclude are not offered. */
  readonly lists?: ToolSettings;
}

/** All tools, as determined by settings and the editor; create one list per session. */
export function createTools(given: ToolOptions): readonly Tool[] {
  const { features, skills = [], registry, lists = {}, canAsk = true, canSwitchMode = true, ...options } = given;
  const unusable: readonly Tool[] = [
    ...(canAsk ? [] : [askUser]),
    ...(canSwitchMode ? [] : [enterPlanMode, exitPlanMode]),
  ];
  const offered = skills.filter(({ isForUserOnly, isForked }) => !isForUserOnly && !isForked);
  const builtin = builtinTools.map(tool => {
    if (tool === replace) return createReplace(options);
    return tool === writeFile ? createWriteFile(options) : tool;
  });
  const tools = [
    ...builtin,
    ...(registry && offered.length > 0 ? [createActivateSkill(offered, registry)] : []),
  ].filter(tool => isOffered(tool, lists) && !unusable.includes(tool));
  return features ? [...tools, ...editorTools(features, lists)] : tools;
}

/** An allow list names the editor tools themselves; an exclude list may also name `editor_action`, which runs them. */
function editorTools(features: LanguageFeatures, lists: ToolSettings): readonly Tool[] {
  const offered = createEditorTools(features).filter(tool => isOffered(tool, lists));
  const { excluded = [] } = lists;
  const isGathered = isOffered({ name: EDITOR_ACTION }, { excluded });
  return isGathered ? gatherEditorTools(offered) : offered.filter(({ name }) => name === 'get_diagnostics');
}
