import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { AffectedPath, Effects } from '../../../src/shared/proposals';
import type { IconName } from '../../icons';
import { Icon } from '../ui/icon';
import { VisibleText } from '../ui/visibleText';

const SHOWN = 8;

/** What a command would affect: deletions first, and paths outside the workspace marked. */
export function EffectsList({ effects }: { readonly effects: Effects }): VNode | null {
  const { reads, writes, deletes, network, isComplete } = effects;
  const isEmpty = [reads, writes, deletes, network].every(list => list.length === 0);
  if (isEmpty && isComplete) return null;
  return (
    <dl class="effects" aria-label={l10n.t('What it touches')}>
      <Paths icon="trash" name={l10n.t('Deletes')} paths={deletes} isGrave />
      <Paths icon="edit" name={l10n.t('Writes')} paths={writes} />
      <Paths icon="file" name={l10n.t('Reads')} paths={reads} />
      {network.length > 0 && (
        <Row icon="globe" name={l10n.t('Network')}>
          {network.map(host => (
            <code>
              <VisibleText text={host} />
            </code>
          ))}
        </Row>
      )}
      {!isComplete && (
        <Row icon="question" name={l10n.t('Unknown')}>
          <span>{l10n.t('Part of what it does isn’t known until it runs.')}</span>
        </Row>
      )}
    </dl>
  );
}

interface PathsProps {
  readonly icon: IconName;
  readonly name: string;
  readonly paths: readonly AffectedPath[];
  readonly isGrave?: boolean;
}

/** Paths outside the workspace come first and are always listed, never only counted. */
function Paths({ icon, name, paths, isGrave = false }: PathsProps): VNode | null {
  if (paths.length === 0) return null;
  const sorted = [...paths].sort((a, b) => Number(b.isOutside) - Number(a.isOutside));
  const outside = sorted.filter(({ isOutside }) => isOutside).length;
  const shown = sorted.slice(0, Math.max(SHOWN, outside));
  return (
    <Row icon={icon} name={name} isGrave={isGrave}>
      {shown.map(({ path, isOutside }) => (
        <span class={isOutside ? 'effect-outside' : undefined}>
          <code>
            <VisibleText text={path} isPath />
          </code>
          {isOutside && <span class="tag tag-warning">{l10n.t('outside the workspace')}</span>}
        </span>
      ))}
      {sorted.length > shown.length && <span>{l10n.t('and {0} more', sorted.length - shown.length)}</span>}
    </Row>
  );
}

function Row(props: {
  readonly icon: IconName;
  readonly name: string;
  readonly isGrave?: boolean;
  readonly children: VNode | (VNode | false)[] | readonly (VNode | VNode[] | false)[];
}): VNode {
  return (
    <div class={props.isGrave ? 'effect effect-grave' : 'effect'}>
      <dt>
        <Icon name={props.icon} /> {props.name}
      </dt>
      <dd>{props.children as VNode[]}</dd>
    </div>
  );
}
