import * as l10n from '@vscode/l10n';
import type { ContentGenerator } from '../agent/ports/model';
import type { PolluxSettings } from '../config/settings';
import { Firewall, type FirewallOptions } from '../gemini/firewall/firewall';
import { WorkspaceSecrets } from '../node/egress/workspaceSecrets';
import { describeSecret } from '../shared/secrets/describeSecret';
import { askAboutLeak } from '../vscode/questions/leakQuestion';

export interface WindowFirewallOptions {
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly settings: () => PolluxSettings;
}

export interface WindowFirewall {
  /** Wraps the generator of one chat, which `ask` asks; without a chat, a notification asks. */
  readonly guard: (generator: ContentGenerator, ask?: FirewallOptions['ask']) => ContentGenerator;
  /** Describes the first secret in a text, by the latest scan of the files; undefined: none. */
  secretIn(text: string): string | undefined;
}

/** Holds back secrets of the workspace and the environment. Loaded with the first request. */
export function createWindowFirewall({ home, folders, settings }: WindowFirewallOptions): WindowFirewall {
  const secrets = new WorkspaceSecrets({ env: () => process.env, folders, home });
  const isOff = () => settings()['network.secrets'] === 'off';
  return {
    guard: (generator, ask = askAboutLeak) =>
      new Firewall({
        scanner: async () => (isOff() ? undefined : secrets.scanner()),
        ask,
        redacts: () => settings()['network.secrets'] === 'redact',
        wayOn: l10n.t('Remove it from the prompt, or choose “Redact” next time.'),
      }).guard(generator),
    secretIn(text) {
      const [found] = isOff() ? [] : (secrets.latest?.find(text) ?? []);
      return found && describeSecret(found);
    },
  };
}
