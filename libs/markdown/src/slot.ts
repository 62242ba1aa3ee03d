/**
 * A typed place on an object that is not ours. markdown-it lets rules hang anything on its tokens and its environment, but
 * untyped; a slot keeps the value beside the object instead, so a rule reads back exactly what another rule wrote.
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
