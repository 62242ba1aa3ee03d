import { Prisma } from './generated/client.js';

/** Whether a statement failed because a row with the same unique key exists. With `constraint`: only for that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const text = textOf(error);
  const unique = error.code === 'P2002' || (error.code === 'P2010' && text.includes('23505'));
  return unique && (constraint === undefined || text.includes(constraint));
}

/** Whether a send failed because its channel was archived in the meantime (open_channel_is_public). */
export function isArchivedMeanwhile(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && textOf(error).includes('PA001');
}

function textOf(error: Prisma.PrismaClientKnownRequestError): string {
  return `${error.message} ${JSON.stringify(error.meta ?? {})}`;
}
