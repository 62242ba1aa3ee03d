/**
 * A typed value attached to an object of another library. markdown-it lets rules attach anything to its tokens and its environment, but
 * untyped; a slot keeps the value in a map instead, so that a rule reads exactly what another rule wrote.
 */
export class Slot<Owner extends object, Value> {
  readonly #values = new WeakMap<Owner, Value>();

  set(owner: Owner, value: Value): void {
    this.#values.set(owner, value);
  }

  get(owner: Owner): Value | undefined {
    return this.#values.get(owner);
  }
}
