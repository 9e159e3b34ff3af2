// What an MCP server may have the user asked. Nobody vouches for any of its texts.
import type { FormField } from './formFields';

/** A form to be filled in. `answers` of the verdict are the texts of the fields, in their order. */
export interface ServerFormView {
  readonly kind: 'form';
  readonly server: string;
  readonly message: string;
  readonly fields: readonly FormField[];
  /** How many characters that are not seen its texts have; absent: none. */
  readonly hidden?: number;
}

/** A page to be opened in the browser. */
export interface ServerPageView {
  readonly kind: 'page';
  readonly server: string;
  readonly message: string;
  /** https, or http on this machine. */
  readonly url: string;
  readonly host: string;
  readonly hidden?: number;
}

/** A text that would be sent to the model for a server, or with `answer` the text that the server would get of it. */
export interface SamplingView {
  readonly kind: 'sampling';
  readonly server: string;
  readonly system?: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly answer?: { readonly text: string; readonly model: string };
  /** What the server has used in this chat, and may use. */
  readonly used: SamplingUse;
  readonly budget: SamplingUse;
  readonly hidden?: number;
}

export interface SamplingUse {
  readonly requests: number;
  readonly tokens: number;
}

export type ServerQuestion = ServerFormView | ServerPageView | SamplingView;
