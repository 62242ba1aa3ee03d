/** The greatest id a column can hold, messages' apart. */
const MAX_ID = 2 ** 31 - 1;

/** Whether anything can have this id. What is beyond names nothing, and the database would refuse to look for it. */
export function isColumnId(id: number): boolean {
  return Number.isInteger(id) && Math.abs(id) <= MAX_ID;
}
