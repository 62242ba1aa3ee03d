import type { Viewer } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { dbInt, firstRow, mayChange, Prisma, type Reader, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { accessibleUpload } from './upload-access.sql.js';
import { changeUsage } from './upload-space.repository.js';

export async function ownsAttachment(tx: Tx, caller: Caller, id: number): Promise<boolean> {
  const { organizationId, userId: ownerId } = caller;
  return id <= MAX_ID && (await tx.attachment.count({ where: { organizationId, ownerId, id } })) > 0;
}

const MAX_ID = 2_147_483_647;

/** A row of an attachment. */
export interface StoredAttachment {
  readonly id: number;
  readonly ownerId: number;
  readonly pathId: string;
  readonly size: bigint;
}

/** Deletes them, and lists their files for erasure. Returns what they were, by id. */
export async function deleteAttachmentRows(
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  keyOf: (pathId: string) => string | undefined,
): Promise<StoredAttachment[]> {
  const where = { organizationId, id: { in: [...ids] } };
  const gone = await tx.attachment.findMany({ where, orderBy: { id: 'asc' } });
  if (gone.length === 0) return [];
  await tx.attachment.deleteMany({ where });
  const keys = gone.flatMap(({ pathId }) => keyOf(pathId) ?? []);
  await tx.fileToErase.createMany({ data: keys.map((key) => ({ key, organizationId, eraseAfter: new Date() })) });
  return gone;
}

/** One batch of the attachments of an organization, by id. */
export function attachmentsAfter(reader: Reader, organizationId: number, after: number, limit: number): Promise<StoredAttachment[]> {
  return reader.attachment.findMany({ where: { organizationId, id: { gt: after } }, orderBy: { id: 'asc' }, take: limit });
}

/** Lists the file of an upload for erasure, until its attachment exists. */
export async function listForErasure(reader: Reader, organizationId: number, key: string, eraseAfter: Date): Promise<void> {
  await reader.fileToErase.create({ data: { key, organizationId, eraseAfter } });
}

/** Creates the attachment of a file that was listed for erasure. Returns its id. */
export async function storeAttachment(
  tx: Tx,
  caller: Caller,
  key: string,
  { pathId, name, size }: { readonly pathId: string; readonly name: string; readonly size: number },
): Promise<number> {
  const { organizationId, userId: ownerId } = caller;
  await tx.fileToErase.delete({ where: { key, organizationId } });
  const { id } = await tx.attachment.create({ data: { organizationId, ownerId, pathId, name, size } });
  await changeUsage(tx, organizationId, size);
  return id;
}

const organizationRow = z.object({ organizationId: dbInt });
const idRow = z.object({ id: dbInt });

/** `a` is an attachment that no message links: its owner has scheduled a message that does. */
const isScheduled = Prisma.sql`EXISTS (SELECT FROM scheduled_message s
      WHERE s.organization_id = a.organization_id AND s.user_id = a.owner_id AND position(a.path_id IN s.content) > 0)`;

/** The organization of an attachment that no message has linked since before this time; undefined if there is none. */
export async function organizationWithUnclaimed(reader: SqlReader, before: Date): Promise<number | undefined> {
  const first = await firstRow(
    reader,
    organizationRow,
    Prisma.sql`
    SELECT a.organization_id AS "organizationId" FROM attachment a
    WHERE a.unclaimed_since < ${before} AND NOT ${isScheduled} AND ${mayChange(Prisma.sql`a.organization_id`)} LIMIT 1`,
  );
  return first?.organizationId;
}

/** Some of the attachments of the organization that no message has linked since before this time. */
export async function unclaimedIds(tx: Tx, organizationId: number, before: Date, limit: number): Promise<number[]> {
  const batch = await rows(
    tx,
    idRow,
    Prisma.sql`
    SELECT a.id FROM attachment a
    WHERE a.organization_id = ${organizationId} AND a.unclaimed_since < ${before} AND NOT ${isScheduled} LIMIT ${limit}`,
  );
  return batch.map(({ id }) => id);
}

/** A file to be erased. */
export type DueFile = Readonly<z.output<typeof dueFile>>;
const dueFile = z.object({ key: z.string(), organizationId: dbInt });

/** Some of the files to be erased by now, of all organizations. */
export function dueFiles(reader: SqlReader, now: Date, limit: number): Promise<DueFile[]> {
  return rows(
    reader,
    dueFile,
    Prisma.sql`SELECT key, organization_id AS "organizationId" FROM file_to_erase f
      WHERE erase_after <= ${now} AND ${mayChange(Prisma.sql`f.organization_id`)} LIMIT ${limit}`,
  );
}

export async function forgetFile(reader: Reader, organizationId: number, key: string): Promise<void> {
  await reader.fileToErase.deleteMany({ where: { key, organizationId } });
}

const uploadRow = z.object({ name: z.string(), size: dbInt });

/** An upload that the viewer may read. */
export function readableUpload(reader: SqlReader, viewer: Viewer, pathId: string): Promise<z.infer<typeof uploadRow> | undefined> {
  return firstRow(
    reader,
    uploadRow,
    Prisma.sql`
    SELECT a.name, a.size FROM attachment a
    WHERE a.organization_id = ${viewer.organizationId} AND a.path_id = ${pathId} AND ${accessibleUpload(viewer)}`,
  );
}
