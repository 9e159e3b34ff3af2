import type { PromptTools } from './promptTools';
import type { FilePart, ImagePart } from '../../shared/messages';

/** Something that can be mentioned, as the list at `@` shows it. */
export interface MentionOffer {
  /** What is put behind the `@`. */
  readonly name: string;
  /** One line for people, localised. */
  readonly description: string;
  /** True: what is typed next says which. */
  readonly isOpen?: boolean;
}

/** What can be mentioned besides files. To add a kind: one object of this type in the list of each host that has it. */
export interface MentionSource {
  /**
   * Everything to be offered now, at once or soon: it is asked for with every key. `typed` is what stands behind the `@`; where it
   * is absent, nothing is being typed.
   */
  offers(typed?: string): readonly MentionOffer[] | Promise<readonly MentionOffer[]>;
  /**
   * What goes along with the prompt for a name behind an `@`; null: the name is not one of this source. Throws `ToolError`
   * where it is, but there is nothing to go along, which the user is told.
   */
  expand(name: string, tools: PromptTools): Promise<readonly (FilePart | ImagePart)[] | null>;
}
