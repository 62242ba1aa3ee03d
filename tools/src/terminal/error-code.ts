/**
 * The `code` of a system or database error. Checked by structure and not by class, because under Jest errors of Node's own modules come from
 * another realm and are not `instanceof Error`.
 */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
