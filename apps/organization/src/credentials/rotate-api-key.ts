import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { callersChanged, userKeyReplaced } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import type { Change } from '../change.js';
import { ApiKeys } from './api-keys.js';
import { deleteApiTokensOf } from './api-tokens.repository.js';
import { CredentialsRepository } from './credentials.repository.js';

interface Replacement {
  /** Whether the API tokens stay: the old key is not known to anyone else. */
  readonly keepsTokens?: boolean | undefined;
}

/**
 * Gives an account a new key. The old key and all API tokens of the account are invalid at once, and its event queues end. The old key could make tokens,
 * so without this a person who knew it would keep access.
 */
@Injectable()
export class RotateApiKey {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly apiKeys: ApiKeys,
    private readonly credentials: CredentialsRepository,
  ) {}

  async execute(organizationId: number, userId: number, { keepsTokens }: Replacement = {}): Promise<{ apiKey: string }> {
    const apiKey = await this.eventLog.change(organizationId, async (tx, log) => {
      const user = await userById(tx, organizationId, userId);
      if (user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
      return this.replace({ tx, log, organizationId }, userId, { keepsTokens });
    });
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return { apiKey };
  }

  /** As part of the caller's transaction. After the commit the caller must publish `callersChanged`. */
  async replace({ tx, log, organizationId }: Change, userId: number, { keepsTokens = false }: Replacement = {}): Promise<string> {
    const apiKey = this.apiKeys.generate();
    await this.credentials.putKey(tx, organizationId, {
      userId,
      digest: this.apiKeys.digest(apiKey),
      sealed: this.apiKeys.seal(userId, apiKey),
    });
    if (!keepsTokens) await deleteApiTokensOf(tx, organizationId, userId);
    log.append(userKeyReplaced, { userId });
    return apiKey;
  }
}
