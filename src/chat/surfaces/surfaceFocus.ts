import { PanelFocus } from './panelFocus';
import type { Surface } from './surface';

/** The focus of each surface. */
export class SurfaceFocus {
  readonly #focuses = new Map<Surface, PanelFocus>();

  of(surface: Surface): PanelFocus {
    const known = this.#focuses.get(surface);
    if (known) return known;
    const focus = new PanelFocus({ reveal: () => surface.reveal(), send: events => surface.send(events) });
    this.#focuses.set(surface, focus);
    return focus;
  }

  /** Whether another surface than this one has the focus. */
  isOutside(surface: Surface): boolean {
    return [...this.#focuses].some(([other, focus]) => other !== surface && focus.isInPanel);
  }

  /** A surface has taken the focus: no other surface may take it back. */
  taken(by: Surface): void {
    for (const [surface, focus] of this.#focuses) if (surface !== by) focus.left();
  }

  /** A surface is being opened and gets the focus: no dialog that led to it may give it back. */
  passTo(opened: Surface): void {
    for (const [surface, focus] of this.#focuses) if (surface !== opened) focus.passOn();
  }

  /** Puts the caret into the message box, at the user's request. */
  async compose(surface: Surface): Promise<void> {
    if (!this.of(surface).isInPanel) await surface.reveal();
    surface.send([{ type: 'compose' }]);
  }

  /** Must be called when a surface is gone. */
  forget(surface: Surface): void {
    this.#focuses.get(surface)?.dispose();
    this.#focuses.delete(surface);
  }

  dispose(): void {
    for (const focus of this.#focuses.values()) focus.dispose();
  }
}
