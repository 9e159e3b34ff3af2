import * as l10n from '@vscode/l10n';
import type { Choice, DecisionOutcome, HunkPlace, ReviewedChanges } from '../../agent/ports/changes';
import { nextStop } from '../../agent/ports/changeScope';
import { uriOf } from '../documents/documents';
import { showSeveral } from '../review/openAway';
import { showInformationMessage, showInStatusBar, showWarningMessage } from '../plainWindow';
import { isShowingSeveral } from '../review/reviewTabs';
import { baseUri } from './changeGutter';
import { namedHunks, tellOfRefused } from './namedFiles';
import { fileShown, idsFor, isNamed } from './changeTargets';
import { shownPaths } from './shownPaths';
import { compareWith, placeShown, showPlace } from './showPlace';
import { runCommand } from '../runCommand';
import { idsOf } from './changeText';
import { createTurns } from './inTurn';
import { stepInDiffs } from './stepInDiffs';
import type { ScopedChanges } from './scopedChanges';

/** Keeping, undoing and viewing changes: the same for the palette, keys, lenses, the margin and the tree. */
export function createChangeCommands(
  changes: ReviewedChanges,
  scoped: Pick<ScopedChanges, 'baseUri' | 'stops' | 'description'>,
  /** Called with true before a decision that may go on to the next change, and with false when it is there. */
  onDeciding: (isDeciding: boolean) => void,
) {
  const decideHere = async (choice: Choice, args: readonly unknown[]) => {
    const ids = idsFor(changes, args);
    if (ids.length === 0) {
      sayNoChange();
      return;
    }
    const from = placeShown(changes);
    await decide(ids, choice);
    // A keyboard command goes on to the next change; a click stays where it is.
    if (args.length > 0 || (await stepInDiffs(1)) || isShowingSeveral()) return;
    const undecided = (await scoped.stops()).filter(({ ids: open }) => open.length > 0);
    const next = nextStop(undecided, from, 1);
    if (next) await showPlace(changes, next);
  };
  // A key pressed while the caret is still moving to the next change is meant for that one.
  const inTurn = createTurns(onDeciding);
  const decide = async (ids: readonly string[], choice: Choice) => {
    const places = changes.all().filter(({ hunk }) => ids.includes(hunk.id));
    const question = l10n.t('Undo the changes in these files too?');
    const meant = choice === 'undo' ? await namedHunks(changes, places, question) : { ids, isNamed: false };
    const outcome = await changes.decide(meant.ids, choice, meant.isNamed);
    tellOfProblems(outcome);
    return outcome;
  };
  const decideMany = async (places: readonly HunkPlace[], choice: Choice) => {
    if (places.length === 0) {
      void showInformationMessage(l10n.t('There is nothing to keep or undo.'));
      return;
    }
    await offerStepBack(await decide(idsOf(places), choice), choice);
  };
  const offerStepBack = async ({ id, decided }: DecisionOutcome, choice: Choice) => {
    if (id === undefined || decided < 2) return;
    const text =
      choice === 'keep' ? l10n.t('{0} changes were kept.', decided) : l10n.t('{0} changes were undone.', decided);
    const back = l10n.t('Take back');
    if ((await showInformationMessage(text, back)) === back) await takeBack(id);
  };
  const stepBack = async () => {
    if (!(await changes.stepBack())) void showInformationMessage(l10n.t('There is no decision to undo.'));
  };
  /** Reverts that decision, and never another one that was made since. */
  const takeBack = async (id: number) => {
    if (await changes.stepBack(id)) return;
    void showInformationMessage(
      l10n.t('That decision can’t be taken back anymore: you have decided about something else or edited these lines.'),
    );
  };
  /** The changes that a command is about: those of its row or, without a row, those of the file shown. */
  const meantBy = (args: readonly unknown[]) => {
    const ids = args.length > 0 ? new Set(idsFor(changes, args)) : undefined;
    const file = fileShown();
    return changes.all().filter(place => (ids ? ids.has(place.hunk.id) : place.file === file));
  };
  const openAll = async (places: readonly HunkPlace[]) => {
    // By path, as in other lists of files: edits of one answer come under review in whatever order they are done.
    const files = [...new Set(places.map(({ file }) => file))].sort();
    if (files.length === 0) {
      void showInformationMessage(l10n.t('There is nothing to keep or undo.'));
      return;
    }
    const diffs = files.map(file => {
      const isThere = changes.stateOf(file)?.isThere === true;
      return [uriOf(file), baseUri(file), isThere ? uriOf(file) : undefined] as const;
    });
    await showSeveral(
      // The editor adds how many files there are.
      l10n.t('Pollux’s changes'),
      diffs,
    );
  };
  /** Goes through the changes that the Changes view shows; if there are none, through the edits that are waiting. */
  const step = async (by: 1 | -1) => {
    if (await stepInDiffs(by)) return;
    const next = nextStop(await scoped.stops(), placeShown(changes), by);
    const { description } = scoped;
    if (next) await showPlace(changes, next);
    else if ((await runCommand(by > 0 ? 'pollux.nextChange' : 'pollux.previousChange')) === true) return;
    else if (description === '') void showInformationMessage(l10n.t('There is no change to go to.'));
    else void showInformationMessage(l10n.t('The Changes view ({0}) shows no change to go to.', description));
  };
  return {
    keepChange: (...args: unknown[]) => inTurn(() => decideHere('keep', args)),
    undoChange: (...args: unknown[]) => inTurn(() => decideHere('undo', args)),
    keepFileChanges: async (...args: unknown[]) => decideMany(meantBy(args), 'keep'),
    undoFileChanges: async (...args: unknown[]) => decideMany(meantBy(args), 'undo'),
    keepTurnChanges: async (...args: unknown[]) => decideMany(meantBy(args), 'keep'),
    undoTurnChanges: async (...args: unknown[]) => decideMany(meantBy(args), 'undo'),
    keepAllChanges: async () => decideMany(changes.all(), 'keep'),
    undoAllChanges: async () => decideMany(changes.all(), 'undo'),
    takeDecisionBack: stepBack,
    /** Marks the changes at the caret as reviewed without deciding them, or unmarks them if all are marked. */
    markReviewed: async (...args: unknown[]) => {
      const ids = new Set(idsFor(changes, args));
      const meant = changes.all().filter(({ hunk }) => ids.has(hunk.id));
      changes.mark([...ids], !meant.every(({ hunk }) => hunk.isSeen));
    },
    goToNextChange: () => step(1),
    goToPreviousChange: () => step(-1),
    goToChange: (...args: unknown[]) => {
      const [row] = args;
      const [id] = idsFor(changes, args);
      const place = changes.all().find(({ hunk }) => hunk.id === id);
      const shown = place ? { file: place.file, line: place.hunk.start } : isNamed(row) ? row.place : undefined;
      return shown && showPlace(changes, shown);
    },
    /** Compares a file with its text before the changes. */
    openFileChanges: async (...args: unknown[]) => {
      const [row] = args;
      const since = isNamed(row) && row.place && scoped.baseUri(row.place.file);
      if (isNamed(row) && row.place && since) {
        await compareWith(row.place.file, since);
        return;
      }
      const [id] = idsFor(changes, args);
      const file = changes.all().find(({ hunk }) => hunk.id === id)?.file ?? fileShown();
      if (file === undefined || changes.baseOf(file) === undefined) {
        sayNoChange();
        return;
      }
      await compareWith(file, baseUri(file));
    },
    /** All files of a turn, or of everything under review, in one editor. */
    openAllChanges: async (...args: unknown[]) => {
      const ids = args.length > 0 ? new Set(idsFor(changes, args)) : undefined;
      await openAll(changes.all().filter(({ hunk }) => !ids || ids.has(hunk.id)));
    },
    decideMany,
    takeBack,
    /** Resolves with the decision's id, before the user answers the offer to revert it. */
    decideNow: async (ids: readonly string[], choice: Choice) => {
      const outcome = await decide(ids, choice);
      void offerStepBack(outcome, choice);
      return outcome.id;
    },
    openAll,
  };
}

function tellOfProblems({ left, failed, refused, waiting }: Awaited<ReturnType<ReviewedChanges['decide']>>): void {
  if (left.length > 0) {
    const text = l10n.t(
      'Left as is, because it also contains your edits: {0}',
      shownPaths(left.map(({ file }) => file)),
    );
    void showWarningMessage(text);
  }
  if (failed.length > 0)
    void showWarningMessage(l10n.t('Couldn’t be written, so nothing was undone there: {0}', shownPaths(failed)));
  tellOfRefused(refused);
  if (waiting > 0) {
    showInStatusBar(l10n.t('Pollux will undo this after the current step.'));
  }
}

/** Tells the user that there is nothing to decide where they are. */
export function sayNoChange(): void {
  void showInformationMessage(l10n.t('There is no change from Pollux here to keep or undo.'));
}
