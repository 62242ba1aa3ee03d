/** Whether PostgreSQL refused a statement with one of these codes. */
export function hasState(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
