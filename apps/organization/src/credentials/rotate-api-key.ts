import { Injectable } from '@nestjs/common';
import { apiErrors, callersChanged, userKeyReplaced } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { userById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { ApiKeys } from './api-keys.js';
import { CredentialsRepository } from './credentials-repository.js';

/** A new key for an account: the old one is invalid at once, and all of the account's queues end. */
@Injectable()
export class RotateApiKey {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly apiKeys: ApiKeys,
    private readonly credentials: CredentialsRepository,
  ) {}

  async execute(organizationId: number, userId: number): Promise<{ apiKey: string }> {
    const apiKey = this.apiKeys.generate();
    const key = { userId, digest: this.apiKeys.digest(apiKey), sealed: this.apiKeys.seal(userId, apiKey) };
    await this.eventLog.change(organizationId, async (tx, log) => {
      const user = await userById(tx, organizationId, userId);
      if (user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
      await this.credentials.putKey(tx, organizationId, key);
      log.append(userKeyReplaced, { userId });
    });
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return { apiKey };
  }
}
