/** An amount that can be spent in parts. */
export class Budget {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Spends the amount if enough is left. */
  spend(amount: number): boolean {
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}
