import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { deletePushToken } from './devices.repository.js';
import { checkedPushToken, type PushService } from './push-token.js';

/** DELETE /users/me/apns_device_token and /users/me/android_gcm_reg_id */
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
