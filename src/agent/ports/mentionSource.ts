import type { PromptTools } from './promptTools';
import type { FilePart, ImagePart } from '../../shared/messages';

/** Something that can be mentioned, as an entry in the list at `@`. */
export interface MentionOffer {
  /** The text inserted after the `@`. */
  readonly name: string;
  /** What the entry is called, if that isn't its name, which may be too long for a narrow list. */
  readonly label?: string;
  /** One line for people, localised. */
  readonly description: string;
  /** True: the user continues typing to say which one. */
  readonly isOpen?: boolean;
}

/** What can be mentioned besides files. To add a kind, add one such object to the list of each host that has it. */
export interface MentionSource {
  /**
   * All current entries, immediately or soon: it is called on every keystroke. `typed` is the text after the `@`;
   * absent if the user is not typing.
   */
  offers(typed?: string): readonly MentionOffer[] | Promise<readonly MentionOffer[]>;
  /**
   * The parts to attach to the prompt for a name after an `@`; null if the name does not belong to this source. Throws
   * `ToolError`, which is shown to the user, if it does but there is nothing to attach.
   */
  expand(name: string, tools: PromptTools): Promise<readonly (FilePart | ImagePart)[] | null>;
}
