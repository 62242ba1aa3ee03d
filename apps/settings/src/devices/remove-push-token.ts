import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { deletePushToken } from './devices.repository.js';
import { checkPushToken, type PushService, pushTokenKey } from './push-token.js';

/** DELETE /users/me/apns_device_token and /users/me/android_gcm_reg_id */
@Injectable()
export class RemovePushToken {
  constructor(private readonly database: Database) {}

  async execute({ organizationId, userId }: Caller, service: PushService, token: string): Promise<Record<string, never>> {
    checkPushToken(service, token);
    const isRemoved = await this.database.transaction((tx) => deletePushToken(tx, organizationId, userId, pushTokenKey(service, token)));
    if (!isRemoved) throw apiErrors.noSuchPushToken();
    return {};
  }
}
