import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isStorable } from '@parley/contracts';
import type { addWebPushSubscription } from '@parley/contracts/settings';
import { isPushHost } from '@parley/push';
import { CONFIG } from '@parley/runtime';
import type { SettingsConfig } from '../config.js';
import { AddPushToken } from './add-push-token.js';

const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** A point on P-256, not compressed. */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/** POST /users/me/web_push_subscription. A known endpoint gets the new keys. */
@Injectable()
export class AddWebPushSubscription {
  constructor(
    private readonly adding: AddPushToken,
    @Inject(CONFIG) private readonly config: Pick<SettingsConfig, 'PUSH_SERVICES' | 'WEB_PUSH_HOSTS'>,
  ) {}

  execute({ caller, params: { endpoint, p256dh, auth } }: CallOf<typeof addWebPushSubscription>): Promise<Record<string, never>> {
    if (!this.config.PUSH_SERVICES.includes('web')) throw apiErrors.pushServiceNotConfigured();
    if (!isStorable(endpoint) || !URL.canParse(endpoint) || !isPushHost(new URL(endpoint), this.config.WEB_PUSH_HOSTS)) {
      throw apiErrors.webPushEndpointRefused();
    }
    if (bytesOf(p256dh) !== POINT_BYTES || bytesOf(auth) !== SECRET_BYTES) throw apiErrors.webPushKeysInvalid();
    return this.adding.execute(caller, 'web', { token: endpoint, appId: null, webKeys: { p256dh, auth } });
  }
}

function bytesOf(text: string): number {
  return BASE64URL.test(text) ? Buffer.from(text, 'base64url').length : 0;
}
