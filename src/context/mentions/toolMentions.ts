import * as l10n from '@vscode/l10n';
import type { MentionSource } from '../../agent/ports/mentionSource';
import type { PromptTools } from '../../agent/ports/promptTools';
import { ToolError } from '../../shared/errors';
import type { FilePart } from '../../shared/messages';
import { describeEnd, type ShellEnd, type ShellReader } from '../commands/custom/expandTemplate';
import { withPlainNames } from './plainNames';

const CHANGES = ['git status --short', 'git diff HEAD'];

/** Mentions for both hosts that use tools and follow their rules: uncommitted changes, and web pages. */
export function toolMentions(shellReader: () => Promise<ShellReader>): readonly MentionSource[] {
  return [
    {
      offers: () => [{ name: 'changes', description: l10n.t('Changes since the last commit') }],
      expand: async (name, tools) => (name === 'changes' ? [await changes(await shellReader(), tools)] : null),
    },
    {
      offers: () => [{ name: 'https://', description: l10n.t('A web page'), isOpen: true }],
      // Punctuation at the end of a sentence is not part of the address.
      expand: async (name, tools) => (/^https?:\/\/\S+[^.,;:!?)\]}'"]$/i.test(name) ? [await page(name, tools)] : null),
    },
  ];
}

async function changes(shellReader: ShellReader, tools: PromptTools): Promise<FilePart> {
  const outputs: string[] = [];
  for (const command of CHANGES) {
    let end: ShellEnd | undefined;
    const result = await tools.call(
      shellReader(taken => (end = taken)),
      { command },
    );
    if (!end || result.status !== 'success') {
      throw new ToolError('not_run', result.content, result.error ?? l10n.t('You didn’t allow it.'));
    }
    if (end.exitCode !== 0) throw new ToolError('not_run', end.output, gitProblem(end.output));
    const output = withPlainNames(end.output);
    outputs.push(`$ ${command}\n${describeEnd(command, { ...end, output })}`);
  }
  return { type: 'file', path: 'git diff HEAD', text: outputs.join('\n\n'), source: 'changes' };
}

function gitProblem(output: string): string | undefined {
  return output.includes("argument 'HEAD'") ? l10n.t('There is no commit yet.') : output.split('\n', 1)[0];
}

async function page(url: string, tools: PromptTools): Promise<FilePart> {
  const tool = tools.tool('web_fetch');
  if (!tool) throw new ToolError('not_found', 'No web_fetch.', l10n.t('Fetching from the web is turned off.'));
  const result = await tools.call(tool, { url });
  if (result.status === 'success') return { type: 'file', path: url, text: result.content, source: 'page' };
  throw new ToolError(result.status, result.content, result.error ?? l10n.t('You didn’t allow it.'));
}
