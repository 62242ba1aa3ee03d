/**
 * Which errors only say that a store is away for the moment. Whoever owns the client of a store names them; calls that fail with one are
 * answered with 503 and Retry-After instead of an internal error.
 */
export class PassingFailures {
  private readonly tests: ((error: unknown) => boolean)[] = [];

  recognize(test: (error: unknown) => boolean): void {
    this.tests.push(test);
  }

  includes(error: unknown): boolean {
    return this.tests.some((test) => test(error));
  }
}
