import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { summarySections } from '../../text/summarySections';
import { VisibleText } from '../ui/visibleText';

/** The summary that replaces older messages, under headings. Plain text, because the model gets exactly this text. */
export function SummaryText({ text }: { readonly text: string }): VNode {
  return (
    <div class="plan summary-text" tabIndex={0} role="group" aria-label={l10n.t('Summary')}>
      {summarySections(text).map((section, i) => (
        <section key={i}>
          {section.heading !== '' && <h3>{section.heading}</h3>}
          <p>
            <VisibleText text={section.text} />
          </p>
        </section>
      ))}
    </div>
  );
}
