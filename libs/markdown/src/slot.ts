/**
 * A typed property of an object of another library, such as a token of markdown-it. Its key is a symbol, so that a rule reads exactly what
 * another rule wrote. A WeakMap is much slower: it took a tenth of the time of a text of emoji, and garbage collection as much again.
 */
export class Slot<Owner extends object, Value> {
  readonly #key = Symbol();

  set(owner: Owner, value: Value): void {
    Reflect.set(owner, this.#key, value);
  }

  get(owner: Owner): Value | undefined {
    const object: object = owner;
    return Reflect.get(object, this.#key);
  }
}
