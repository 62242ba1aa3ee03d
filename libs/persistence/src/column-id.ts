/** The largest id that a column can hold, except those of messages. */
const MAX_ID = 2 ** 31 - 1;

/** Whether a row can have this id. PostgreSQL would reject a query for a larger one. */
export function isColumnId(id: number): boolean {
  return Number.isInteger(id) && Math.abs(id) <= MAX_ID;
}
