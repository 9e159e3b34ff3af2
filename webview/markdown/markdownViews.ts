import type { Painter } from '../painter';
import { createHighlight } from './highlight';
import { createMarkdown } from './markdown';
import { MarkdownView } from './markdownView';

/** Creates a view that shows Markdown in an element of the page. */
export type MarkdownViews = (root: HTMLElement) => MarkdownView;

/** The expensive part of the panel; `copy` copies text to the clipboard. */
export function createMarkdownViews(painter: Painter, copy: (text: string) => void): MarkdownViews {
  const tools = { markdown: createMarkdown(), highlight: createHighlight(), painter, copy };
  return root => new MarkdownView(root, tools);
}
