import * as l10n from '@vscode/l10n';
import { Component, type ComponentChildren } from 'preact';
import { ServicesContext, type Services } from '../../services';

/** Confines an error to one part of the conversation, so that the rest of the panel still works. */
export class Guard extends Component<{ readonly children: ComponentChildren }, { readonly hasFailed: boolean }> {
  static override contextType = ServicesContext;

  override componentDidCatch(error: unknown): void {
    const { host, ask } = this.context as Services;
    ask(host.report(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    this.setState({ hasFailed: true });
  }

  override render(): ComponentChildren {
    return this.state.hasFailed ? (
      <p class="muted">{l10n.t('This part of the conversation couldn’t be shown. See the log for details.')}</p>
    ) : (
      this.props.children
    );
  }
}
