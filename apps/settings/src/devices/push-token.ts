import { createHash } from 'node:crypto';
import { apiErrors, isStorable } from '@parley/contracts';
import type { PushService } from '@parley/push';

/** The key of a stored push token. */
export interface PushTokenKey {
  readonly service: PushService;
  readonly tokenDigest: Uint8Array<ArrayBuffer>;
}

const MAX_LENGTH = 4096;
const HEX = /^([0-9a-f]{2})+$/i;

/** @throws pushTokenInvalid, apnsTokenInvalid for a token that the service cannot have issued */
export function checkedPushToken(service: PushService, token: string): PushTokenKey {
  if (token === '' || token.length > MAX_LENGTH) throw apiErrors.pushTokenInvalid();
  if (service === 'apns' && !HEX.test(token)) throw apiErrors.apnsTokenInvalid();
  if (!isStorable(token)) throw apiErrors.pushTokenInvalid();
  return { service, tokenDigest: pushTokenDigest(token) };
}

export function pushTokenDigest(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
