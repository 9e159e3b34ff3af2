// What rules deny and grant, as a sandbox enforces it: for every program a command runs, however it is spelled.
import type { SandboxGuards } from '../shared/sandbox';
import { READERS, spellings, WRITERS } from './fileRules';
import type { Rule, SandboxGrant } from './rule';
import { inOrder, ruleFor } from './toolRules';

/** Programs that rules deny by name alone, whatever their arguments. */
export function deniedPrograms(rules: readonly Rule[]): string[] {
  const names = rules
    .filter(rule => rule.decision === 'deny' && holdsAlways(rule))
    .flatMap(({ commandPrefixes = [] }) => commandPrefixes.map(prefix => prefix.trim()))
    .filter(prefix => /^[\w./+-]+$/.test(prefix));
  return [...new Set(names)];
}

/** Whether any rule denies reading or writing files. */
export function deniesFiles(rules: readonly Rule[]): boolean {
  return fileRules(rules).some(({ decision }) => decision === 'deny');
}

/** The guards that follow from rules and grants, for the workspace `folders`. */
export function guardsOf(
  rules: readonly Rule[],
  grants: readonly SandboxGrant[],
  folders: readonly string[],
): SandboxGuards {
  const about = inOrder(fileRules(rules));
  const isDenied = (path: string, tools: readonly string[]) =>
    tools.some(toolName =>
      spellings(path, folders).some(
        file_path => ruleFor(about, { toolName, args: { file_path } })?.decision === 'deny',
      ),
    );
  return {
    hosts: grants.flatMap(({ host }) => host ?? []),
    folders: grants.flatMap(({ folder }) => folder ?? []),
    programs: deniedPrograms(rules),
    deniedHosts: rules.flatMap(rule =>
      rule.decision === 'deny' && holdsAlways(rule) && rule.toolNames.includes('web_fetch')
        ? (rule.fetchHost ?? hostsIn(rule.argsPattern?.source ?? ''))
        : [],
    ),
    ...(deniesFiles(rules) && {
      files: {
        denied: path => (isDenied(path, READERS) ? 'read' : isDenied(path, WRITERS) ? 'write' : undefined),
        named: about.flatMap(({ argsPattern }) => pathsIn(argsPattern?.source ?? '')),
      },
    }),
  };
}

/** A rule limited to some modes or one agent doesn't apply to everything that runs. */
function holdsAlways({ agent, modes }: Rule): boolean {
  return agent === undefined && modes === undefined;
}

/** Rules about particular files to read or write; rules without a path pattern are left out. */
function fileRules(rules: readonly Rule[]): Rule[] {
  return rules.filter(
    rule =>
      rule.argsPattern !== undefined &&
      rule.serverName === undefined &&
      holdsAlways(rule) &&
      rule.toolNames.some(name => name === '*' || READERS.includes(name) || WRITERS.includes(name)),
  );
}

/** Absolute paths that an expression contains literally; they may be outside the workspace. */
function pathsIn(source: string): string[] {
  const found = source.match(/(?:\\?\/(?:\w|-|\\?\.)+)+/g) ?? [];
  return found.map(path => path.replaceAll('\\', ''));
}

/** Host names that an expression contains literally. */
function hostsIn(source: string): string[] {
  return (source.match(/[a-z\d-]+(?:\\?\.[a-z\d-]+)+/gi) ?? []).map(host => host.replaceAll('\\', '').toLowerCase());
}
