import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, isStorable } from '@parley/contracts';
import { Database, type Tx } from '@parley/persistence';
import { checkPushToken, type PushService, pushTokenKey } from './push-token.js';

const MAX_TOKENS = 100;

/** POST /users/me/apns_device_token and /users/me/android_gcm_reg_id. A known token gets the new app id. */
@Injectable()
export class AddPushToken {
  constructor(private readonly database: Database) {}

  async execute(
    { organizationId, userId }: Caller,
    service: PushService,
    given: { token: string; appId: string | null },
  ): Promise<Record<string, never>> {
    checkPushToken(service, given.token);
    if (given.appId !== null && !isStorable(given.appId)) throw apiErrors.invalidFormat({ name: 'appid' });
    const { tokenDigest } = pushTokenKey(service, given.token);
    await this.database.transaction(async (tx) => {
      // One statement, so that concurrent requests with the same token do not conflict.
      await tx.$executeRaw`
        INSERT INTO push_token (user_id, service, token_digest, organization_id, token, app_id)
        VALUES (${userId}, ${service}, ${tokenDigest}, ${organizationId}, ${given.token}, ${given.appId})
        ON CONFLICT (user_id, service, token_digest) DO UPDATE SET app_id = excluded.app_id`;
      await checkCount(tx, { organizationId, userId });
    });
    return {};
  }
}

async function checkCount(tx: Tx, owner: { organizationId: number; userId: number }): Promise<void> {
  if ((await tx.pushToken.count({ where: owner })) > MAX_TOKENS) throw apiErrors.tooManyPushTokens({ limit: MAX_TOKENS });
}
