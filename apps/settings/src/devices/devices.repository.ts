import { NEW_CLIENT_DEVICE } from '@parley/contracts/settings';
import { Prisma, type Reader, select, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { PushTokenKey } from './push-token.js';

const deviceRow = z.object({ id: z.int() });

/** A user's registered client devices. */
export function selectClientDevices(organizationId: number, userId: number) {
  return select(
    deviceRow,
    Prisma.sql`SELECT id FROM client_device WHERE organization_id = ${organizationId} AND user_id = ${userId} ORDER BY id`,
  );
}

/** In wire format, by id. */
export function clientDevices(devices: readonly { readonly id: number }[]): Record<string, typeof NEW_CLIENT_DEVICE> {
  return Object.fromEntries(devices.map(({ id }) => [String(id), NEW_CLIENT_DEVICE]));
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

/** A known token gets the new app id. One statement, so that concurrent requests with the same token do not conflict. */
export async function storePushToken(
  tx: Tx,
  organizationId: number,
  userId: number,
  { service, tokenDigest, token, appId }: PushTokenKey & { readonly token: string; readonly appId: string | null },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO push_token (user_id, service, token_digest, organization_id, token, app_id)
    VALUES (${userId}, ${service}, ${tokenDigest}, ${organizationId}, ${token}, ${appId})
    ON CONFLICT (user_id, service, token_digest) DO UPDATE SET app_id = excluded.app_id`;
}

export function countPushTokens(reader: Reader, organizationId: number, userId: number): Promise<number> {
  return reader.pushToken.count({ where: { organizationId, userId } });
}

/** Returns false if there was none. */
export async function deletePushToken(tx: Tx, organizationId: number, userId: number, key: PushTokenKey): Promise<boolean> {
  const { count } = await tx.pushToken.deleteMany({ where: { organizationId, userId, ...key } });
  return count === 1;
}
