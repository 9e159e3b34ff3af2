/** Puts other functions in the place of an object's own, until `restore`. */
export class Played {
  readonly #undo: (() => void)[] = [];

  put<T extends object, K extends keyof T>(target: T, name: K, value: T[K]): void {
    const before = Object.getOwnPropertyDescriptor(target, name) ?? { value: target[name] };
    Object.defineProperty(target, name, { configurable: true, enumerable: true, writable: true, value });
    this.#undo.push(() => Object.defineProperty(target, name, before));
  }

  restore(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo();
  }
}
