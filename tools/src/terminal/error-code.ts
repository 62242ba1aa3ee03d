/**
 * The `code` of a system or database error. Asked of the value's shape and not its class: under Jest, errors of Node's own modules come from
 * another realm and are no `instanceof Error`.
 */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
