import type { ClientDeviceObject } from '@parley/contracts/settings';
import { Prisma, type Reader, select, type Tx } from '@parley/persistence';
import type { PushTarget } from '@parley/push';
import { z } from 'zod';
import { type Device, PUSH_COLUMNS, pushColumns, toDeviceObject } from './push-registrations.repository.js';
import type { PushTokenKey } from './push-token.js';

const deviceRow = z.object({ id: z.int(), ...pushColumns });
type DeviceRow = z.output<typeof deviceRow>;

/** A user's registered client devices. */
export function selectClientDevices(organizationId: number, userId: number) {
  return select(
    deviceRow,
    Prisma.sql`
    SELECT d.id, ${PUSH_COLUMNS} FROM client_device d
    LEFT JOIN push_registration p ON p.organization_id = ${organizationId} AND p.device_id = d.id
    WHERE d.organization_id = ${organizationId} AND d.user_id = ${userId} ORDER BY d.id`,
  );
}

/** In wire format, by id. */
export function clientDevices(devices: readonly DeviceRow[]): Record<string, ClientDeviceObject> {
  return Object.fromEntries(devices.map((device) => [String(device.id), toDeviceObject(device)]));
}

export async function hasClientDevice(tx: Tx, organizationId: number, { userId, deviceId }: Device): Promise<boolean> {
  return (await tx.clientDevice.count({ where: { organizationId, userId, id: deviceId } })) === 1;
}

export function countClientDevices(reader: Reader, organizationId: number, userId: number): Promise<number> {
  return reader.clientDevice.count({ where: { organizationId, userId } });
}

/** Returns its id. */
export async function insertClientDevice(tx: Tx, organizationId: number, userId: number): Promise<number> {
  const { id } = await tx.clientDevice.create({ data: { organizationId, userId }, select: { id: true } });
  return id;
}

/** Returns false if there was none. */
export async function deleteClientDevice(tx: Tx, organizationId: number, userId: number, id: number): Promise<boolean> {
  const { count } = await tx.clientDevice.deleteMany({ where: { organizationId, userId, id } });
  return count === 1;
}

/** A known token gets the new app id or keys. One statement, so that concurrent requests with the same token do not conflict. */
export async function storePushToken(
  tx: Tx,
  organizationId: number,
  userId: number,
  { service, tokenDigest, token, appId, webKeys }: PushTokenKey & Pick<PushTarget, 'token' | 'appId' | 'webKeys'>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO push_token (user_id, service, token_digest, organization_id, token, app_id, web_p256dh, web_auth)
    VALUES (${userId}, ${service}, ${tokenDigest}, ${organizationId}, ${token}, ${appId}, ${webKeys?.p256dh}, ${webKeys?.auth})
    ON CONFLICT (user_id, service, token_digest)
    DO UPDATE SET app_id = excluded.app_id, web_p256dh = excluded.web_p256dh, web_auth = excluded.web_auth, added_at = now()`;
}

export function countPushTokens(reader: Reader, organizationId: number, userId: number): Promise<number> {
  return reader.pushToken.count({ where: { organizationId, userId } });
}

/** Returns false if there was none. */
export async function deletePushToken(tx: Tx, organizationId: number, userId: number, key: PushTokenKey): Promise<boolean> {
  const { count } = await tx.pushToken.deleteMany({ where: { organizationId, userId, ...key } });
  return count === 1;
}

export async function deletePushTokens(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM push_token WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

/** Unless the token was added again later. */
export async function deletePushTokenBefore(
  tx: Tx,
  organizationId: number,
  userId: number,
  { service, tokenDigest, before }: PushTokenKey & { readonly before?: number | undefined },
): Promise<void> {
  const addedAt = before === undefined ? {} : { addedAt: { lte: new Date(before) } };
  await tx.pushToken.deleteMany({ where: { organizationId, userId, service, tokenDigest, ...addedAt } });
}
