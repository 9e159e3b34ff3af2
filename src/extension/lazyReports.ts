import { withoutAsking } from '../gemini/routing';
import { once } from '../node/once';
import type { WindowBasics } from './windowBasics';
import type { WindowModels } from './models/windowModels';
import type { WindowPanel } from './panel/windowPanel';
import type { WindowReports, WindowReportsOptions } from './windowReports';

export interface LazyReportsOptions
  extends Pick<WindowReportsOptions, 'access' | 'configured' | 'extensionId'>, WindowBasics {
  readonly models: WindowModels;
  readonly panel: () => Promise<WindowPanel>;
}

/** The setup checks and error reports, loaded on first use. */
export function createLazyReports({ models, panel, ...options }: LazyReportsOptions): () => Promise<WindowReports> {
  return once(async () => {
    const { createWindowReports } = await import('./windowReports');
    const { chats } = await panel();
    const events = async () => {
      await chats.save();
      return (await options.files.store.load(chats.active.id))?.events ?? [];
    };
    const model = () => models.resolve(withoutAsking(chats.active.model, chats.active.mode)).model;
    return createWindowReports({ ...options, model, events });
  });
}
