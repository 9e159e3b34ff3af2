import { once } from '../../node/once';
import { RowsView } from '../../vscode/views/rowsView';
import type { WindowPanel } from '../panel/windowPanel';
import type { WindowFiles } from '../windowFiles';
import type { RunRow } from './runRows';
import type { WindowRuns } from './windowRuns';

/** The view's id in the manifest. */
const RUNS_VIEW = 'pollux.runs';

export interface LazyRunsOptions {
  readonly panel: () => Promise<WindowPanel>;
  readonly files: Pick<WindowFiles, 'store'>;
}

/** The Runs view. The runs are loaded when it is first shown. */
export class LazyRuns {
  #opened: WindowRuns | undefined;
  readonly #view = new RowsView<RunRow>(RUNS_VIEW, async row => (await this.open()).rows(row));
  readonly open: () => Promise<WindowRuns>;

  constructor({ panel, files }: LazyRunsOptions) {
    this.open = once(async () => {
      const { WindowRuns } = await import('./windowRuns');
      const opened = await panel();
      await opened.restored;
      const onChange = () => this.#view.update();
      return (this.#opened = new WindowRuns({ panel: opened, store: files.store, onChange }));
    });
  }

  /** Shows the view and moves the focus to it. */
  show(): Promise<void> {
    return this.#view.show();
  }

  dispose(): void {
    this.#opened?.dispose();
    this.#view.dispose();
  }
}
