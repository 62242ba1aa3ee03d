import { Injectable } from '@nestjs/common';
import type { InputOf } from '@parley/contracts';
import { clientDevicePushChanged, type dropPushTokens } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { deletePushTokenBefore } from './devices.repository.js';
import { deviceFields, forgetPlace } from './push-registrations.repository.js';
import { pushTokenDigest } from './push-token.js';

/** Forgets tokens that push services know no more. Devices that registered one for encryption are told, so that they register again. */
@Injectable()
export class DropPushTokens {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ organizationId, userId, tokens }: InputOf<typeof dropPushTokens>): Promise<Record<string, never>> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const changed = new Set<number>();
      for (const dropped of tokens) {
        await deletePushTokenBefore(tx, organizationId, userId, { ...dropped, tokenDigest: pushTokenDigest(dropped.token) });
        for (const deviceId of await forgetPlace(tx, organizationId, userId, dropped)) changed.add(deviceId);
      }
      for (const deviceId of changed) {
        const push = await deviceFields(tx, organizationId, deviceId);
        log.append(clientDevicePushChanged, { userId, deviceId, push });
      }
    });
    return {};
  }
}
