import { Prisma, rows, type SqlReader } from '@parley/persistence';
import type { PushService, PushTarget } from '@parley/push';
import { z } from 'zod';

const targetRow = z.object({
  deviceId: z.int().nullable(),
  service: z.enum(['apns', 'fcm', 'web']),
  token: z.string(),
  appId: z.string().nullable(),
  p256dh: z.string().nullable(),
  auth: z.string().nullable(),
  pushKey: z.instanceof(Uint8Array).nullable(),
  pushKeyId: z.unknown().transform((value) => (value === null ? null : Number(value))),
});

/** Where a person is reached. With a key: the device wants its notifications encrypted. */
export interface Reached {
  readonly target: PushTarget;
  readonly deviceId: number | null;
  readonly encryption: { readonly key: Uint8Array; readonly keyId: number } | null;
}

/** By these push services. A device that encrypts gets nothing for a token that it also registered without a key. */
export async function targetsOf(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  services: readonly PushService[],
): Promise<Reached[]> {
  const found = await rows(
    reader,
    targetRow,
    Prisma.sql`
    SELECT r.device_id AS "deviceId", r.service, r.token, r.app_id AS "appId", NULL AS p256dh, NULL AS auth, r.push_key AS "pushKey",
      r.push_key_id AS "pushKeyId"
    FROM push_registration r
    WHERE r.organization_id = ${organizationId} AND r.user_id = ${userId} AND r.service = ANY (${[...services]}::text[]) AND r.token IS NOT NULL
    UNION ALL
    SELECT NULL, p.service, p.token, p.app_id, p.web_p256dh, p.web_auth, NULL, NULL
    FROM push_token p
    WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND p.service = ANY (${[...services]}::text[])
      AND NOT EXISTS (SELECT FROM push_registration r
        WHERE r.organization_id = ${organizationId} AND r.user_id = ${userId} AND r.service = p.service AND r.token = p.token)`,
  );
  return found.map(({ deviceId, service, token, appId, p256dh, auth, pushKey, pushKeyId }) => ({
    target: { service, token, appId, webKeys: p256dh === null || auth === null ? null : { p256dh, auth } },
    deviceId,
    encryption: pushKey === null || pushKeyId === null ? null : { key: pushKey, keyId: pushKeyId },
  }));
}
