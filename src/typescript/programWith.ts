import type * as tss from 'typescript/lib/tsserverlibrary';

/**
 * A project's program with other texts of some files, which need not exist. All other files are shared with the
 * project's own program, so they are neither read nor parsed again. Undefined: the project has none.
 */
export function programWith(
  ts: typeof tss,
  project: tss.server.Project,
  texts: ReadonlyMap<string, string>,
): tss.Program | undefined {
  const oldProgram = project.getLanguageService().getProgram();
  if (!oldProgram || texts.size === 0) return oldProgram;
  const rootNames = [...new Set([...oldProgram.getRootFileNames(), ...texts.keys()])];
  const projectReferences = project.getProjectReferences();
  return ts.createProgram({
    rootNames,
    options: oldProgram.getCompilerOptions(),
    host: hostWith(ts, project, oldProgram, texts),
    oldProgram,
    ...(projectReferences && { projectReferences }),
  });
}

function hostWith(
  ts: typeof tss,
  project: tss.server.Project,
  oldProgram: tss.Program,
  texts: ReadonlyMap<string, string>,
): tss.CompilerHost {
  const readFile = (file: string) => texts.get(file) ?? project.readFile(file);
  return {
    readFile,
    getSourceFile(file, target) {
      const old = texts.has(file) ? undefined : oldProgram.getSourceFile(file);
      if (old) return old;
      const text = readFile(file);
      return text === undefined
        ? undefined
        : ts.createSourceFile(file, text, target, false, project.getScriptKind(file));
    },
    fileExists: file => texts.has(file) || project.fileExists(file),
    directoryExists: folder => project.directoryExists(folder) || isAbove(folder, texts),
    getDirectories: folder => project.getDirectories(folder),
    realpath: path => (texts.has(path) ? path : (project.realpath?.(path) ?? path)),
    getCurrentDirectory: () => project.getCurrentDirectory(),
    getCanonicalFileName: file => (project.useCaseSensitiveFileNames() ? file : file.toLowerCase()),
    useCaseSensitiveFileNames: () => project.useCaseSensitiveFileNames(),
    getDefaultLibFileName: () => project.getDefaultLibFileName(),
    getNewLine: () => '\n',
    writeFile: () => undefined,
  };
}

function isAbove(folder: string, texts: ReadonlyMap<string, string>): boolean {
  return [...texts.keys()].some(file => file.startsWith(`${folder}/`));
}
