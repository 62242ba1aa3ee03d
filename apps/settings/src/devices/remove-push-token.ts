import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller } from '@parley/contracts';
import { Database } from '@parley/persistence';
import type { PushService } from '@parley/push';
import { deletePushToken } from './devices.repository.js';
import { checkedPushToken } from './push-token.js';

/** DELETE /users/me/apns_device_token, /users/me/android_gcm_reg_id and /users/me/web_push_subscription */
@Injectable()
export class RemovePushToken {
  constructor(private readonly database: Database) {}

  async execute({ organizationId, userId }: Caller, service: PushService, token: string): Promise<Record<string, never>> {
    const key = checkedPushToken(service, token);
    const isRemoved = await this.database.transaction((tx) => deletePushToken(tx, organizationId, userId, key));
    if (!isRemoved) throw apiErrors.noSuchPushToken();
    return {};
  }
}
