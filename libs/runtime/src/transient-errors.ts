/**
 * Recognizes errors that mean a store is temporarily unavailable. The owner of a store's client registers them. Calls that fail with one are
 * answered with 503 and Retry-After instead of an internal error.
 */
export class TransientErrors {
  private readonly tests: ((error: unknown) => boolean)[] = [];

  recognize(test: (error: unknown) => boolean): void {
    this.tests.push(test);
  }

  includes(error: unknown): boolean {
    return this.tests.some((test) => test(error));
  }
}
