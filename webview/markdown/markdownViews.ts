import type { Painter } from '../painter';
import type { CodeActions } from './codeBlock';
import { createHighlight } from './highlight';
import { createMarkdown } from './markdown';
import { MarkdownView } from './markdownView';

/** Creates a view that shows Markdown in an element of the page. */
export type MarkdownViews = (root: HTMLElement) => MarkdownView;

/** The expensive part of the panel. */
export function createMarkdownViews(painter: Painter, actions: CodeActions): MarkdownViews {
  const tools = { markdown: createMarkdown(), highlight: createHighlight(), painter, ...actions };
  return root => new MarkdownView(root, tools);
}
