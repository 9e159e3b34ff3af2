// What rules deny and give, as a sandbox keeps it: whatever a command runs, and however that is spelled.
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

/** Whether rules deny to read or write some files. */
export function deniesFiles(rules: readonly Rule[]): boolean {
  return fileRules(rules).some(({ decision }) => decision === 'deny');
}

/** All of it, for `folders` of the workspace. */
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

/** A rule for some modes or one agent does not hold for whatever runs. */
function holdsAlways({ agent, modes }: Rule): boolean {
  return agent === undefined && modes === undefined;
}

/** Rules about which files there are to be read or written; those about all of them say nothing about a path. */
function fileRules(rules: readonly Rule[]): Rule[] {
  return rules.filter(
    rule =>
      rule.argsPattern !== undefined &&
      rule.serverName === undefined &&
      holdsAlways(rule) &&
      rule.toolNames.some(name => name === '*' || READERS.includes(name) || WRITERS.includes(name)),
  );
}

/** Absolute paths that an expression names as they are: these may be outside of the workspace. */
function pathsIn(source: string): string[] {
  const found = source.match(/(?:\\?\/(?:\w|-|\\?\.)+)+/g) ?? [];
  return found.map(path => path.replaceAll('\\', ''));
}

/** Names of hosts that an expression has as they are. */
function hostsIn(source: string): string[] {
  return (source.match(/[a-z\d-]+(?:\\?\.[a-z\d-]+)+/gi) ?? []).map(host => host.replaceAll('\\', '').toLowerCase());
}
