import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type CallOf } from '@parley/contracts';
import type { sendEncryptedTestNotification, sendTestNotification } from '@parley/contracts/notifications';
import { Database, userSettingsOf } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { PushGateway } from './push-gateway.js';
import { testParts } from './push-notices.js';
import { type Reached, targetsOf } from './push-targets.repository.js';
import { pushWords } from './push-words.js';
import { SendDelivery } from './send-delivery.js';

/** POST /mobile_push/test_notification and /mobile_push/e2ee/test_notification: at once, and the answer says whether it was accepted. */
@Injectable()
export class TestNotification {
  constructor(
    private readonly database: Database,
    private readonly deliveries: SendDelivery,
    private readonly gateway: PushGateway,
    @Inject(CONFIG) private readonly config: Pick<NotificationsConfig, 'PUSH_SERVICES'>,
  ) {}

  async toTokens({ caller, params: { token } }: CallOf<typeof sendTestNotification>): Promise<Record<string, never>> {
    const open = (await this.targets(caller)).filter(({ encryption }) => encryption === null);
    const chosen = token === undefined ? open : open.filter(({ target }) => target.token === token);
    if (chosen.length === 0 && token !== undefined) throw apiErrors.pushDeviceNotRecognized();
    return this.send(caller, chosen);
  }

  async toDevices({ caller, params: { device_id } }: CallOf<typeof sendEncryptedTestNotification>): Promise<Record<string, never>> {
    const devices = (await this.targets(caller)).filter(
      ({ deviceId }) => deviceId !== null && (device_id === undefined || deviceId === device_id),
    );
    return this.send(caller, devices);
  }

  private targets({ organizationId, userId }: Caller): Promise<Reached[]> {
    if (this.config.PUSH_SERVICES.length === 0) throw apiErrors.pushServiceNotConfigured();
    return targetsOf(this.database.direct, organizationId, userId, this.config.PUSH_SERVICES);
  }

  private async send({ organizationId, userId }: Caller, chosen: readonly Reached[]): Promise<Record<string, never>> {
    if (chosen.length === 0) throw apiErrors.noActivePushDevice();
    const account = await this.deliveries.accountOf(organizationId, userId);
    if (account === undefined) throw apiErrors.noActivePushDevice();
    const settings = await userSettingsOf(this.database.direct, organizationId, userId);
    const parts = testParts(randomUUID(), account, pushWords(settings?.default_language ?? 'en'));
    const sent = await this.gateway.send({ organizationId, userId }, chosen, parts);
    if (sent.every(({ outcome: { kind } }) => kind === 'gone')) throw apiErrors.pushDeviceNotRecognized();
    if (sent.every(({ outcome: { kind } }) => kind !== 'sent')) throw apiErrors.pushNotAccepted();
    return {};
  }
}
