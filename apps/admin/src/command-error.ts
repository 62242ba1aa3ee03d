/** A refusal in one sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Of a command that reads a database itself, which is that of one cell. */
export function noOrganizationInDatabase(stringId: string): CommandError {
  return new CommandError(
    `The database of DATABASE_URL has no organization "${stringId}". If there are several cells, name that of its cell.`,
  );
}
