import * as l10n from '@vscode/l10n';
import type { Decision, RuleReference } from '../../policy/decision';
import { visibleText } from '../../shared/hiddenCharacters';
import { whyDecided } from './callOutcome';

/** How a command would be evaluated, as Markdown. `ruleText` is the source of the rule that decided. */
export function explainDecision(command: string, decision: Decision, ruleText?: string): string {
  const { parts = [], rule } = decision;
  const lines = [
    `# ${verdictOf(decision.decision)}`,
    fenced('sh', command),
    text(whyDecided(decision.decision, decision.reason)),
  ];
  if (rule) lines.push(`${l10n.t('Decided by')} ${linkTo(rule)}`, ...(ruleText ? [fenced('toml', ruleText)] : []));
  if (parts.length > 0) {
    const rows = parts.map(
      part =>
        `| ${verdictOf(part.decision)} | ${cell(part.text)} | ${text(whyDecided(part.decision, part.reason))} | ${part.rule ? linkTo(part.rule) : ''} |`,
    );
    const head = [l10n.t('Decision'), l10n.t('Part'), l10n.t('Why'), l10n.t('Rule')];
    lines.push([`| ${head.join(' | ')} |`, '|---|---|---|---|', ...rows].join('\n'));
  }
  return `${lines.join('\n\n')}\n`;
}

/** The source of the rule that begins at a line (1-based) of a rules file. */
export function ruleAt(toml: string, line: number): string {
  const lines = toml.split(/\r?\n/).slice(line - 1);
  const next = lines.findIndex((each, i) => i > 0 && /^\s*\[/.test(each));
  return (next < 0 ? lines : lines.slice(0, next)).join('\n').replace(/(?:\n\s*(?:#.*)?)+$/, '');
}

function verdictOf(decision: Decision['decision']): string {
  switch (decision) {
    case 'allow':
      return `✓ ${l10n.t('Allowed')}`;
    case 'ask':
      return `? ${l10n.t('Asked about')}`;
    case 'deny':
      return `✗ ${l10n.t('Denied')}`;
    default:
      return decision satisfies never;
  }
}

function linkTo({ name, file, line }: RuleReference): string {
  if (file === undefined) return text(name);
  const path = file.replaceAll('\\', '/');
  const place = encodeURI(path.startsWith('/') ? path : `/${path}`).replace(/[()]/g, each =>
    each === '(' ? '%28' : '%29',
  );
  return `[${text(name)}](file://${place}${line === undefined ? '' : `#L${line}`})`;
}

/** A code block that its content can't close. */
function fenced(language: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${seen(content)}\n${fence}`;
}

/** Code in a table cell, which can't contain a bar or a line break; its content is still parsed as Markdown. */
function cell(code: string): string {
  const line = text(code.replace(/\r?\n/g, '⏎'));
  return `<code>${line.replaceAll('\\|', '&#124;')}</code>`;
}

/** Escapes Markdown, and breaks up addresses that an editor would turn into links by itself. */
function text(plain: string): string {
  return html(seen(plain).replace(/\s+/g, ' '))
    .replace(/[\\`*_{}[\]()#|!~@]/g, '\\$&')
    .replace(/:(?=\/\/)|(?<=\w)\.(?=\w)/g, '\\$&');
}

function seen(plain: string): string {
  return visibleText(plain);
}

function html(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
