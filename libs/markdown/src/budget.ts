/** An amount that is spent bit by bit. */
export class Budget {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Takes the amount if there is that much left. */
  spend(amount: number): boolean {
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}
