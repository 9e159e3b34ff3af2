/** Puts other functions in the place of an object's own, until `restore`. */
export class Played {
  readonly #undo: (() => void)[] = [];

  put<T extends object, K extends keyof T>(target: T, name: K, value: T[K]): void {
    const before = target[name];
    target[name] = value;
    this.#undo.push(() => (target[name] = before));
  }

  restore(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo();
  }
}
