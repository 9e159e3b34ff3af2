import type { Log } from '../../agent/ports/log';
import type { ChatView } from '../../chat/surfaces/chatView';
import type { ContextKeys } from '../../chat/commands/contextKeys';
import type { Configuration } from '../../config/configuration';
import type { PolluxSettings } from '../../config/settings';
import type { VscodeChangeReview } from '../../vscode/review/changeReview';
import type { ModelAccess } from '../models/modelAccess';
import type { WindowSlash } from '../slash/windowSlash';
import type { WindowChatOptions } from '../windowChat';
import type { WindowFiles } from '../windowFiles';
import type { WindowModels } from '../models/windowModels';

export interface WindowPanelOptions {
  readonly chatView: ChatView;
  readonly keys: ContextKeys;
  readonly chat: Omit<WindowChatOptions, 'onAttachments'>;
  readonly files: WindowFiles;
  readonly models: WindowModels;
  readonly access: Pick<ModelAccess, 'from'>;
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  /** Resolves when the settings files are read. */
  readonly configured: Promise<unknown>;
  readonly slash: () => Promise<WindowSlash>;
  /** See `Sending`. */
  readonly admit: () => Promise<void>;
  readonly review: VscodeChangeReview;
  readonly log: Log;
}
