import { apiErrors, type ParamsOf } from '@parley/contracts';
import type { registerPushDevice } from '@parley/contracts/settings';
import { fromBase64, type PushRegistration, type RegistrationFault, readPushKey } from '@parley/push';

type Params = ParamsOf<(typeof registerPushDevice)['params']>;

/** With which a device wants its notifications encrypted. */
export interface PushKey {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a device encrypted for the server. */
export interface SealedPlace {
  readonly service: 'apns' | 'fcm';
  readonly tokenId: string;
  readonly publicKey: string;
  readonly sealed: string;
}

/** Where a device is reached, or why it is not known. */
export interface NewPlace {
  readonly tokenId: string;
  readonly found: PushRegistration | RegistrationFault;
}

const TOKEN_ID_BYTES = 8;

/** Undefined if the request does not have all fields of a key. @throws pushKeyInvalid */
export function checkedPushKey({ push_key, push_key_id }: Params): PushKey | undefined {
  if (push_key === undefined || push_key_id === undefined) return undefined;
  const bytes = readPushKey(push_key);
  if (bytes === undefined) throw apiErrors.pushKeyInvalid();
  return { id: push_key_id, bytes };
}

/** Undefined if the request does not have all fields of a token. @throws pushTokenIdInvalid */
export function checkedPushPlace(params: Params): SealedPlace | undefined {
  const { token_kind: service, token_id: tokenId, bouncer_public_key: publicKey, encrypted_push_registration: sealed } = params;
  if (service === undefined || tokenId === undefined || publicKey === undefined || sealed === undefined) return undefined;
  if (fromBase64(tokenId)?.length !== TOKEN_ID_BYTES) throw apiErrors.pushTokenIdInvalid();
  return { service, tokenId, publicKey, sealed };
}
