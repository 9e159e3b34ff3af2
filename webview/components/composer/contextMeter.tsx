import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Usage } from '../../../src/shared/messages';
import type { ContextSource, ContextUse } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { number, percent } from '../../text/format';
import { describeUsage } from './usage';

/** The meter is highlighted from this share on. */
const NEARLY_FULL = 0.8;
const RADIUS = 6;
const ROUND = 2 * Math.PI * RADIUS;

interface ContextMeterProps {
  readonly use: ContextUse;
  /** The chat's total usage. */
  readonly usage: Usage;
}

/**
 * How full the model's context window is: a ring and a percentage; hovered or focused, also the sources and the
 * chat's usage.
 */
export const ContextMeter = memo(function ContextMeter(props: ContextMeterProps): VNode {
  const { use, usage } = props;
  const share = Math.min(use.total / use.limit, 1);
  const detail = [describeUse(use), ...describeUsage(usage)].join('\n');
  return (
    <span
      class={`meter${share >= NEARLY_FULL ? ' meter-full' : ''}`}
      role="meter"
      aria-label={l10n.t('Context')}
      aria-valuemin={0}
      aria-valuemax={use.limit}
      aria-valuenow={Math.min(use.total, use.limit)}
      aria-valuetext={detail}
      tabIndex={0}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <circle class="meter-ring" cx="8" cy="8" r={RADIUS} />
        <circle cx="8" cy="8" r={RADIUS} stroke-dasharray={`${share * ROUND} ${ROUND}`} transform="rotate(-90 8 8)" />
      </svg>
      <span class="meter-share">{percent(share)}</span>
      <span class="meter-detail" aria-hidden="true">
        {detail}
      </span>
    </span>
  );
});

/** The total and its parts, largest first, one per line. */
export function describeUse({ total, limit, sources }: ContextUse): string {
  const parts = (Object.entries(sources) as [ContextSource, number][])
    .filter(([, tokens]) => tokens > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([source, tokens]) => l10n.t('{0}: {1}', sourceName(source), number(tokens)));
  return [l10n.t('Context: about {0} of {1} tokens', number(total), number(limit)), ...parts].join('\n');
}

function sourceName(source: ContextSource): string {
  switch (source) {
    case 'instructions':
      return l10n.t('Instructions');
    case 'tools':
      return l10n.t('Tools');
    case 'environment':
      return l10n.t('Environment and summaries');
    case 'prompts':
      return l10n.t('Your messages');
    case 'attachments':
      return l10n.t('Attachments');
    case 'answers':
      return l10n.t('Answers');
    case 'results':
      return l10n.t('Tool results');
    default:
      return source satisfies never;
  }
}
