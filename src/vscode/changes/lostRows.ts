import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { LostChange, ReviewedChanges } from '../../agent/ports/changes';
import { idsOf, reasonOf, sizeOf } from './changeText';
import { placeLabels } from './placeLabel';
import { aboutFile, aboutLines, counted, type ChangeRow } from './changeTree';

/** Rows for changes that disappeared without the user's doing, above all others: the user can apply or dismiss them. */
export function lostRows(changes: Pick<ReviewedChanges, 'lost'>): readonly ChangeRow[] {
  const lost = changes.lost();
  if (lost.length === 0) return [];
  const files = [...new Set(lost.map(({ file }) => file))];
  return [
    {
      id: 'lost',
      label: l10n.t('Needs you'),
      description: counted(lost.length),
      tooltip: l10n.t('Changes you haven’t decided about that are not in their files'),
      icon: 'warning',
      contextValue: 'lost.group',
      expands: 'expanded',
      ids: idsOf(lost),
      below: () =>
        files.map(file =>
          fileRow(
            file,
            lost.filter(each => each.file === file).sort((a, b) => a.hunk.start - b.hunk.start),
          ),
        ),
    },
  ];
}

function fileRow(file: string, lost: readonly LostChange[]): ChangeRow {
  const isThere = existsSync(file);
  const reason = lost.every(each => each.isProposed)
    ? l10n.t('not written before the window was closed')
    : isThere
      ? l10n.t('replaced outside of Pollux, for example by git')
      : l10n.t('deleted outside of Pollux');
  return {
    id: `lost/${file}`,
    label: basename(file),
    description: [reason, aboutFile(file, true, true)].filter(Boolean).join(' · '),
    tooltip: file,
    icon: 'file',
    contextValue: 'lost.file',
    expands: 'expanded',
    ids: idsOf(lost),
    below: () => {
      // Changes that were lost at once have one text, which may be long.
      const texts = new Map([...new Set(lost.map(({ text }) => text))].map(text => [text, text.split(/\r\n|\r|\n/)]));
      return lost.map(each => hunkRow(each, texts.get(each.text) ?? []));
    },
  };
}

function hunkRow({ file, hunk }: LostChange, lines: readonly string[]): ChangeRow {
  return {
    id: `lost/${file}/${hunk.id}`,
    label: placeLabels(file, lines)(hunk),
    description: [sizeOf(hunk), reasonOf(hunk)].filter(Boolean).join(' · '),
    ...aboutLines(hunk, lines.slice(hunk.start, hunk.end)),
    icon: 'diff-removed',
    contextValue: 'lost.hunk',
    command: 'pollux.openLostChange',
    ids: [hunk.id],
  };
}
