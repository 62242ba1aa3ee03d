import { type ClientDeviceObject, NEW_CLIENT_DEVICE } from '@parley/contracts/settings';
import { dbInt, firstRow, Prisma, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { NewPlace, PushKey } from './push-fields.js';

export interface Device {
  readonly userId: number;
  readonly deviceId: number;
}

const registrationRow = z.object({
  pushKey: z.instanceof(Uint8Array),
  pushKeyId: dbInt,
  tokenId: z.string().nullable(),
  errorCode: z.string().nullable(),
});

export function pushRegistrationOf(reader: SqlReader, organizationId: number, { userId, deviceId }: Device) {
  return firstRow(
    reader,
    registrationRow,
    Prisma.sql`
    SELECT push_key AS "pushKey", push_key_id AS "pushKeyId", token_id AS "tokenId", error_code AS "errorCode" FROM push_registration
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND device_id = ${deviceId}`,
  );
}

/** What clients see of a registration: of `client_device d`, with `push_registration p`. */
export const PUSH_COLUMNS = Prisma.sql`p.push_key_id, p.token_id, p.pending_token_id,
  extract(epoch FROM p.token_updated_at)::bigint AS updated_at, p.error_code`;

export const pushColumns = {
  push_key_id: dbInt.nullable(),
  token_id: z.string().nullable(),
  pending_token_id: z.string().nullable(),
  updated_at: dbInt.nullable(),
  error_code: z.string().nullable(),
};
const fieldsRow = z.object(pushColumns);

/** In wire format. */
export function toDeviceObject(row: z.output<typeof fieldsRow>): ClientDeviceObject {
  return {
    push_key_id: row.push_key_id,
    push_token_id: row.token_id,
    pending_push_token_id: row.pending_token_id,
    push_token_last_updated_timestamp: row.updated_at,
    push_registration_error_code: row.error_code,
  };
}

export async function deviceFields(reader: SqlReader, organizationId: number, deviceId: number): Promise<ClientDeviceObject> {
  const row = await firstRow(
    reader,
    fieldsRow,
    Prisma.sql`SELECT ${PUSH_COLUMNS} FROM push_registration p WHERE p.organization_id = ${organizationId} AND p.device_id = ${deviceId}`,
  );
  return row === undefined ? NEW_CLIENT_DEVICE : toDeviceObject(row);
}

export async function storePushKey(tx: Tx, organizationId: number, { userId, deviceId }: Device, { id, bytes }: PushKey): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO push_registration (device_id, organization_id, user_id, push_key, push_key_id)
    VALUES (${deviceId}, ${organizationId}, ${userId}, ${bytes}, ${id})
    ON CONFLICT (device_id) DO UPDATE SET push_key = excluded.push_key, push_key_id = excluded.push_key_id`;
}

/** A registration that failed leaves the token that the device had. */
export async function storePushPlace(tx: Tx, organizationId: number, deviceId: number, { tokenId, found }: NewPlace): Promise<void> {
  const changed =
    typeof found === 'string'
      ? Prisma.sql`pending_token_id = ${tokenId}, error_code = ${found}`
      : Prisma.sql`token_id = ${tokenId}, pending_token_id = NULL, error_code = NULL,
          service = ${found.service}, token = ${found.token}, app_id = ${found.appId}`;
  await tx.$executeRaw`
    UPDATE push_registration SET ${changed}, token_updated_at = now() WHERE organization_id = ${organizationId} AND device_id = ${deviceId}`;
}

const deviceRows = z.array(z.object({ deviceId: z.int() }));

/** Forgets where devices of the user are reached by this token, if they did not register it later. Returns these devices. */
export async function forgetPlace(
  tx: Tx,
  organizationId: number,
  userId: number,
  { service, token, before }: { service: string; token: string; before?: number | undefined },
): Promise<number[]> {
  const notAfter = before === undefined ? Prisma.empty : Prisma.sql`AND token_updated_at <= ${new Date(before)}`;
  const forgotten = await tx.$queryRaw`
    UPDATE push_registration SET service = NULL, token = NULL, app_id = NULL, token_id = NULL
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND service = ${service} AND token = ${token} ${notAfter}
    RETURNING device_id AS "deviceId"`;
  return deviceRows.parse(forgotten).map(({ deviceId }) => deviceId);
}

/** Of a device, or of all devices of the user. */
export async function deletePushRegistrations(tx: Tx, organizationId: number, userId: number, deviceId?: number): Promise<void> {
  const ofDevice = deviceId === undefined ? Prisma.empty : Prisma.sql`AND device_id = ${deviceId}`;
  await tx.$executeRaw`DELETE FROM push_registration WHERE organization_id = ${organizationId} AND user_id = ${userId} ${ofDevice}`;
}
