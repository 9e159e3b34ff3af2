import type { RememberChoice } from '../shared/proposals';
import { hostPattern } from './fetchHosts';

/** The rule of a choice as TOML for a rule file, readable and editable by the user. */
export function tomlOf({ rule }: RememberChoice, date: Date): string {
  const prefix = /^commandPrefix = (".*")$/.exec(rule)?.[1];
  const host = /^host = (".*")$/.exec(rule)?.[1];
  const exact = /^command = (".*")$/.exec(rule)?.[1];
  const grant = /^sandbox (host|folder|outside) = (".*")$/.exec(rule);
  if (grant) {
    return [
      `# Allowed by you on ${date.toISOString().slice(0, 10)}; delete this to be asked again.`,
      '[[sandbox]]',
      `${grant[1] ?? ''} = ${grant[2] ?? ''}`,
      '',
    ].join('\n');
  }
  const server = /^mcpName = ("(?:[^"\\]|\\.)*")(?:, toolName = (".*"))?$/.exec(rule);
  const lines = server
    ? [`mcpName = ${server[1] ?? ''}`, `toolName = ${server[2] ?? '"*"'}`]
    : exact
      ? [
          'toolName = "run_shell_command"',
          `commandRegex = ${JSON.stringify(exactPattern(JSON.parse(exact) as string))}`,
        ]
      : prefix
        ? ['toolName = "run_shell_command"', `commandPrefix = ${prefix}`]
        : host
          ? ['toolName = "web_fetch"', `argsPattern = ${JSON.stringify(hostPattern(JSON.parse(host) as string))}`]
          : [`toolName = ${JSON.stringify(rule)}`];
  return [
    `# Allowed by you on ${date.toISOString().slice(0, 10)}; delete this rule to be asked again.`,
    '[[rule]]',
    ...lines,
    'decision = "allow"',
    'priority = 950',
    '',
  ].join('\n');
}

/** A pattern that matches exactly this text. */
export function exactPattern(text: string): string {
  return `^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
}
