// What an MCP server may ask the user. None of its texts are verified.
import type { FormField } from './formFields';

/** A form to fill in. The verdict's `answers` are the texts of the fields, in their order. */
export interface ServerFormView {
  readonly kind: 'form';
  readonly server: string;
  readonly message: string;
  readonly fields: readonly FormField[];
  /** The number of hidden characters in all its texts; absent: none. */
  readonly hidden?: number;
}

/** A page to open in the browser. */
export interface ServerPageView {
  readonly kind: 'page';
  readonly server: string;
  readonly message: string;
  /** https, or http on this machine. */
  readonly url: string;
  readonly host: string;
  readonly hidden?: number;
}

/** A request to the model on behalf of a server or, with `answer`, the model's answer that the server would receive. */
export interface SamplingView {
  readonly kind: 'sampling';
  readonly server: string;
  readonly system?: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly answer?: { readonly text: string; readonly model: string };
  /** What the server has used in this chat, and the limit. */
  readonly used: SamplingUse;
  readonly budget: SamplingUse;
  readonly hidden?: number;
}

export interface SamplingUse {
  readonly requests: number;
  readonly tokens: number;
}

export type ServerQuestion = ServerFormView | ServerPageView | SamplingView;
