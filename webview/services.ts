import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatHost } from '../src/shared/protocol';
import type { MarkdownViews } from './markdown/markdownViews';

/** What components need besides what they show. Lives as long as the page. */
export interface Services {
  readonly host: ChatHost;
  /** Nothing but the message box is shown before this is there. */
  readonly markdown: MarkdownViews | undefined;
  /** What was typed into the form of a question before the page came up. */
  readonly typedAnswers: (callId: string) => readonly string[] | undefined;
  /** Lets a call to the host run; a failure is shown to the person, after `undo` has taken back what was done for it. */
  readonly ask: (call: Promise<void>, undo?: () => void) => void;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Rendered outside of the panel.');
  return services;
}
