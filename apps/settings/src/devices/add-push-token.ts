import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, isStorable } from '@parley/contracts';
import { Database } from '@parley/persistence';
import type { PushService, PushTarget } from '@parley/push';
import { countPushTokens, storePushToken } from './devices.repository.js';
import { checkedPushToken } from './push-token.js';

const MAX_TOKENS = 100;

/** POST /users/me/apns_device_token, /users/me/android_gcm_reg_id and, for browsers, /users/me/web_push_subscription. A known token is updated. */
@Injectable()
export class AddPushToken {
  constructor(private readonly database: Database) {}

  async execute(
    { organizationId, userId }: Caller,
    service: PushService,
    given: Pick<PushTarget, 'token' | 'appId' | 'webKeys'>,
  ): Promise<Record<string, never>> {
    const key = checkedPushToken(service, given.token);
    if (given.appId !== null && !isStorable(given.appId)) throw apiErrors.invalidFormat({ name: 'appid' });
    await this.database.transaction(async (tx) => {
      await storePushToken(tx, organizationId, userId, { ...key, ...given });
      if ((await countPushTokens(tx, organizationId, userId)) > MAX_TOKENS) throw apiErrors.tooManyPushTokens({ limit: MAX_TOKENS });
    });
    return {};
  }
}
