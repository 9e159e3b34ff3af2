import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type {
  DiscoveredProposal,
  EditCorrection,
  EditView,
  FetchProposal,
  ProposalView,
  SkillView,
} from '../../../src/shared/proposals';
import { DiffPreview } from '../calls/diffPreview';
import { LineCounts } from '../calls/editedFiles';
import { CommandBody } from './commandBody';
import { McpBody } from './mcpBody';
import { PlanBody } from './planBody';
import { ServerQuestionBody } from './serverQuestion';
import { SummaryText } from '../transcript/summaryText';
import { VisibleText } from '../ui/visibleText';
import { PROSE } from '../../text/foldedText';
import { useCut, useWhole } from './whole';
import { WholeText } from './wholeText';

interface ProposalBodyProps {
  readonly proposal: ProposalView;
  /** The title shown above the body. */
  readonly title: string;
}

/** The content of a proposal, by kind. */
export function ProposalBody({ proposal, title }: ProposalBodyProps): VNode | null {
  switch (proposal.kind) {
    case 'edit':
      return <EditBody edit={proposal} isNamed={title.endsWith(` ${proposal.path}`)} isCounted={title !== ''} />;
    case 'edits':
      return (
        <>
          {proposal.edits.map(edit => (
            <EditBody key={edit.path} edit={edit} isNamed={false} isCounted={false} />
          ))}
        </>
      );
    case 'command':
      return <CommandBody proposal={proposal} />;
    case 'discovered':
      return <DiscoveredBody proposal={proposal} />;
    case 'fetch':
      return <FetchBody proposal={proposal} />;
    case 'read':
      return <CodeList texts={proposal.paths} />;
    case 'mode':
      return (
        <>
          {proposal.reason !== undefined && (
            <p>
              <VisibleText text={proposal.reason} />
            </p>
          )}
          {proposal.plan !== undefined && <PlanBody plan={proposal.plan} />}
        </>
      );
    case 'summary':
      return (
        <>
          <p>
            {l10n.t(
              'Use this summary for the model in place of the older messages? {0}K → {1}K tokens. Nothing is deleted.',
              Math.ceil(proposal.before / 1000),
              Math.ceil(proposal.after / 1000),
            )}
          </p>
          <SummaryText text={proposal.text} />
        </>
      );
    case 'leak':
      return <LeakBody secrets={proposal.secrets} />;
    case 'mcp':
      return <McpBody call={proposal} />;
    case 'skill':
      return <SkillBody skill={proposal} />;
    case 'form':
    case 'page':
    case 'sampling':
      return <ServerQuestionBody question={proposal} />;
    case 'questions':
      return null;
    default:
      return proposal satisfies never;
  }
}

interface EditBodyProps {
  readonly edit: EditView;
  /** Whether the line above already names the file. */
  readonly isNamed: boolean;
  /** Whether the line above already shows the number of added and removed lines, and whether the file is new. */
  readonly isCounted: boolean;
}

function LeakBody({ secrets }: { readonly secrets: readonly string[] }): VNode {
  return (
    <>
      <p>
        <VisibleText
          text={l10n.t('The request to the model contains {0}. Nothing has been sent yet.', secrets.join(', '))}
        />
      </p>
      <p class="muted">{l10n.t('“Redact” sends a placeholder instead, from now on in this chat.')}</p>
    </>
  );
}

function EditBody({ edit, isNamed, isCounted }: EditBodyProps): VNode {
  const { isCut } = useWhole();
  useCut(edit.isCut);
  const isMarkedNew = edit.isNew && !isCounted;
  const hasPlace = !isNamed || !isCounted || edit.isEdited === true || edit.correction !== undefined;
  return (
    <>
      {hasPlace && (
        <p class="approval-place">
          {!isNamed && (
            <code>
              <VisibleText text={edit.path} isPath />
            </code>
          )}
          {isMarkedNew && <span class="tag">{l10n.t('new file')}</span>}
          {edit.isEdited && <span class="tag">{l10n.t('edited in the diff')}</span>}
          {edit.correction && <span class="tag">{l10n.t('corrected edit')}</span>}
          {!isCounted && <LineCounts edits={[edit]} />}
        </p>
      )}
      {edit.correction && <p class="muted">{explain(edit.correction)}</p>}
      {edit.isEdited && !edit.isNew && edit.added + edit.removed === 0 && (
        <p>{l10n.t('Nothing is left of this change. Accepting it doesn’t change the file.')}</p>
      )}
      {edit.diff !== '' && <DiffPreview diff={edit.diff} path={edit.path} />}
      {edit.isCut && !isCut && (
        <p class="muted">{l10n.t('This is only a part. Open the diff to see the whole change.')}</p>
      )}
    </>
  );
}

function explain(correction: EditCorrection): string {
  switch (correction) {
    case 'flexible':
      return l10n.t('The text to replace was found by ignoring indentation.');
    case 'regex':
      return l10n.t('The text to replace was found by ignoring white space.');
    case 'fuzzy':
      return l10n.t('The text to replace wasn’t in the file exactly; the most similar text was taken.');
    case 'unescaped':
      return l10n.t('The text to replace was found after removing escapes that didn’t belong there.');
    case 'model':
      return l10n.t('The text to replace wasn’t in the file; the model has corrected the edit.');
    case 'escapes':
      return l10n.t('The content was escaped twice; the model removed the extra escapes and changed nothing else.');
    default:
      return correction satisfies never;
  }
}

/** The command that would run, and its input. */
function DiscoveredBody({ proposal }: { readonly proposal: DiscoveredProposal }): VNode {
  const { command, input } = proposal;
  return (
    <>
      <CodeList texts={[command]} />
      <WholeText
        class="plan"
        label={l10n.t('Arguments')}
        text={JSON.stringify(JSON.parse(input), undefined, 2)}
        size={PROSE}
      />
    </>
  );
}

function FetchBody({ proposal }: { readonly proposal: FetchProposal }): VNode {
  const { urls, prompt } = proposal;
  return (
    <>
      <CodeList texts={urls} />
      {prompt !== undefined && urls.length > 0 && (
        <>
          <p class="muted">{l10n.t('Question about them:')}</p>
          <WholeText text={prompt} size={PROSE} />
        </>
      )}
    </>
  );
}

function SkillBody({ skill }: { readonly skill: SkillView }): VNode {
  return (
    <>
      <p>
        <VisibleText text={skill.description} />
      </p>
      <p class="muted approval-place">
        {l10n.t('from')}{' '}
        <code>
          <VisibleText text={skill.path} isPath />
        </code>
      </p>
      <WholeText class="plan" label={l10n.t('Instructions of the skill')} text={skill.instructions} size={PROSE} />
    </>
  );
}

function CodeList({ texts }: { readonly texts: readonly string[] }): VNode | null {
  if (texts.length === 0) return null;
  return (
    <ul class="code-list">
      {texts.map(text => (
        <li key={text}>
          <code>
            <VisibleText text={text} isPath />
          </code>
        </li>
      ))}
    </ul>
  );
}
