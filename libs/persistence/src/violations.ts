import pg from 'pg';
import { Prisma } from './generated/client.js';

const UNIQUE_VIOLATION = '23505';
/** Values that do not fit their type, and constraints. */
const WRONG_DATA = /^2[23]/;
/** Of open_channel_is_public. */
const ARCHIVED_MEANWHILE = 'PA001';

/** Whether a statement failed because a row with the same unique key exists. With `constraint`: only for that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.code === UNIQUE_VIOLATION && (constraint === undefined || error.constraint === constraint);
  }
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const text = textOf(error);
  const unique = error.code === 'P2002' || (error.code === 'P2010' && text.includes(UNIQUE_VIOLATION));
  return unique && (constraint === undefined || text.includes(constraint));
}

/** How the rows of a direct statement do not fit: they are in use already, or their values are wrong. Undefined for other errors. */
export function dataViolation(error: unknown): 'unique' | 'other' | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === UNIQUE_VIOLATION) return 'unique';
  return WRONG_DATA.test(error.code ?? '') ? 'other' : undefined;
}

/** Whether a send failed because its channel was archived in the meantime. */
export function isArchivedMeanwhile(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === ARCHIVED_MEANWHILE;
  return error instanceof Prisma.PrismaClientKnownRequestError && textOf(error).includes(ARCHIVED_MEANWHILE);
}

function textOf(error: Prisma.PrismaClientKnownRequestError): string {
  return `${error.message} ${JSON.stringify(error.meta ?? {})}`;
}
