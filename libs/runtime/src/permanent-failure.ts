/** Trying again changes nothing. A job that ends with it is not tried again, and kept for the operator. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
