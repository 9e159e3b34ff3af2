import { Component, createRef, type VNode } from 'preact';
import type { MarkdownView } from '../../markdown/markdownView';
import { ServicesContext, type Services } from '../../services';

interface MarkdownProps {
  readonly text: string;
  /** False while more text may arrive. */
  readonly isDone: boolean;
}

/** Markdown that may grow. Preact renders the container once; `MarkdownView` owns its content. */
export class Markdown extends Component<MarkdownProps> {
  static override contextType = ServicesContext;
  readonly #root = createRef<HTMLDivElement>();
  #view: MarkdownView | undefined;

  override componentDidMount(): void {
    const services = this.context as Services;
    if (this.#root.current) this.#view = services.markdown?.(this.#root.current);
    this.#view?.update(this.props.text, this.props.isDone);
  }

  override shouldComponentUpdate(next: MarkdownProps): boolean {
    this.#view?.update(next.text, next.isDone);
    return false;
  }

  override componentWillUnmount(): void {
    this.#view?.dispose();
  }

  render(): VNode {
    return <div class="markdown" ref={this.#root} />;
  }
}
