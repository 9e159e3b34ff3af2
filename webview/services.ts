import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatHost } from '../src/shared/protocol';
import type { MarkdownViews } from './markdown/markdownViews';
import type { PageMemory } from './pageMemory';

/** What components need besides their props. Exists as long as the page. */
export interface Services {
  readonly host: ChatHost;
  /** Until this exists, only the message box is shown. */
  readonly markdown: MarkdownViews | undefined;
  readonly memory: PageMemory;
  /** The form values that the user had typed before the page was loaded. */
  readonly typedAnswers: (callId: string) => readonly string[] | undefined;
  /**
   * Observes a call to the host: if it fails, calls `undo` to revert what was done for it, and shows the failure to
   * the user, until the next call with an `undo`, or for some seconds.
   */
  readonly ask: (call: Promise<void>, undo?: () => void) => void;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Rendered outside of the panel.');
  return services;
}
