// Runs in the TypeScript server of VS Code, which loads it as the package `pollux-typescript`.
import type * as tss from 'typescript/lib/tsserverlibrary';
import { CHECK_COMMAND, type CheckAnswer, type CheckRequest, type FoundProblem } from './checkRequest';
import { programWith } from './programWith';

/** Files that import a changed one, or are open, are checked too: a change may break what uses it. At most this many. */
const MOST_OTHERS = 20;
const MOST_PROBLEMS = 200;

/**
 * Checks files with texts that are neither on disk nor in an editor. What the server knows and does otherwise stays as
 * it is.
 */
export function init({ typescript }: { readonly typescript: typeof tss }): tss.server.PluginModule {
  const known = new WeakSet();
  return {
    create({ project, session, languageService }) {
      if (session && !known.has(session)) {
        known.add(session);
        session.addProtocolHandler(CHECK_COMMAND, request => ({
          response: check(typescript, project.projectService, request.arguments as CheckRequest),
        }));
      }
      return languageService;
    },
  };
}

function check(ts: typeof tss, service: tss.server.ProjectService, request: CheckRequest): CheckAnswer {
  const [before, after] = [new Map(request.before), new Map(request.after)];
  const projects = inProjects(ts, service, [...new Set([...after.keys(), ...request.also])]);
  const found = { before: [] as FoundProblem[], after: [] as FoundProblem[] };
  for (const [project, files] of projects) {
    const others = [...usersOf(project, files), ...openFilesOf(project)].filter(file => !files.includes(file));
    const checked = [...files, ...[...new Set(others)].slice(0, MOST_OTHERS)];
    found.before.push(...problemsOf(ts, programWith(ts, project, before), checked));
    found.after.push(...problemsOf(ts, programWith(ts, project, after), checked));
  }
  return {
    checked: [...projects.values()].flat(),
    before: found.before.slice(0, MOST_PROBLEMS),
    after: found.after.slice(0, MOST_PROBLEMS),
  };
}

/**
 * The files by project. A new file is in none yet: it belongs to the project whose configuration is nearest above it, or
 * else to the first project of the other files.
 */
function inProjects(
  ts: typeof tss,
  service: tss.server.ProjectService,
  files: readonly string[],
): Map<tss.server.Project, string[]> {
  const own = new Map(
    files.map(file => [file, service.getDefaultProjectForFile(ts.server.toNormalizedPath(file), false)]),
  );
  const first = [...own.values()].find(project => project !== undefined);
  const projects = new Map<tss.server.Project, string[]>();
  for (const [file, found] of own) {
    const project = found ?? configuredAbove(service, file) ?? first;
    if (project) projects.set(project, [...(projects.get(project) ?? []), file]);
  }
  return projects;
}

function configuredAbove(service: tss.server.ProjectService, file: string): tss.server.Project | undefined {
  const folderOf = ({ canonicalConfigFilePath: path }: tss.server.ConfiguredProject) =>
    path.slice(0, path.lastIndexOf('/') + 1);
  const above = [...service.configuredProjects.values()].filter(project => file.startsWith(folderOf(project)));
  return above.sort((a, b) => folderOf(b).length - folderOf(a).length)[0];
}

/** The files that import one of these. */
function usersOf(project: tss.server.Project, files: readonly string[]): string[] {
  const service = project.getLanguageService();
  const known = files.filter(file => service.getProgram()?.getSourceFile(file));
  return known.flatMap(file => service.getFileReferences(file).map(({ fileName }) => fileName));
}

function openFilesOf(project: tss.server.Project): string[] {
  return project.getScriptInfos().flatMap(info => (info.isScriptOpen() ? [info.fileName] : []));
}

function problemsOf(ts: typeof tss, program: tss.Program | undefined, files: readonly string[]): FoundProblem[] {
  return files.flatMap(file => {
    const source = program?.getSourceFile(file);
    if (!program || !source) return [];
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ start = 0, category, code, messageText }) => {
      const { line, character } = source.getLineAndCharacterOfPosition(start);
      const message = ts.flattenDiagnosticMessageText(messageText, '\n');
      const isError = category === ts.DiagnosticCategory.Error;
      return { file, line: line + 1, column: character + 1, isError, code, message };
    });
  });
}
