import { z } from 'zod';
import { fromBase64 } from './push-key.js';
import { sodium } from './sodium.js';

const MAX_TOKEN = 4096;
const HEX = /^([0-9a-f]{2})+$/i;
/** A registration that took longer to arrive is repeated by its device, with the token that it has then. */
const MAX_AGE_SECONDS = 24 * 3600;

/** What the app encrypts for the server: where it is reached. */
const registration = z
  .object({
    token: z.string().min(1).max(MAX_TOKEN),
    token_kind: z.enum(['apns', 'fcm']),
    ios_app_id: z.string().min(1).max(200).nullish(),
    timestamp: z.int(),
  })
  .refine(({ token, token_kind, ios_app_id }) =>
    token_kind === 'apns' ? HEX.test(token) && ios_app_id != null : ios_app_id == null && !token.includes('\0'),
  );

export interface PushRegistration {
  readonly service: 'apns' | 'fcm';
  readonly token: string;
  readonly appId: string | null;
}

/** Why a registration failed, as the device is told. */
export type RegistrationFault = 'INVALID_BOUNCER_PUBLIC_KEY' | 'INVALID_ENCRYPTED_PUSH_REGISTRATION' | 'REQUEST_EXPIRED';

/** The key pairs for which apps encrypt their registrations. The first is the current one; the others are being replaced. */
export class RegistrationKeys {
  /** By their public keys, in base64. */
  private readonly pairs: Promise<ReadonlyMap<string, { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array }>>;

  /** `privateKeys`: of X25519, 32 bytes in base64. */
  constructor(privateKeys: readonly string[]) {
    this.pairs = privateKeys.length === 0 ? Promise.resolve(new Map()) : keyPairs(privateKeys);
  }

  async publicKeys(): Promise<readonly string[]> {
    return [...(await this.pairs).keys()];
  }

  /** Opens what an app sealed (libsodium's `crypto_box_seal`) for this public key. */
  async open(publicKey: string, sealed: string, now = Date.now()): Promise<PushRegistration | RegistrationFault> {
    const pair = (await this.pairs).get(publicKey);
    if (pair === undefined) return 'INVALID_BOUNCER_PUBLIC_KEY';
    const text = await opened(sealed, pair);
    const parsed = registration.safeParse(text === undefined ? undefined : jsonOf(text));
    if (!parsed.success) return 'INVALID_ENCRYPTED_PUSH_REGISTRATION';
    const { token, token_kind, ios_app_id, timestamp } = parsed.data;
    if (now / 1000 - timestamp > MAX_AGE_SECONDS) return 'REQUEST_EXPIRED';
    return { service: token_kind, token, appId: ios_app_id ?? null };
  }
}

async function keyPairs(privateKeys: readonly string[]) {
  const { crypto_scalarmult_base } = await sodium();
  return new Map(
    privateKeys.map((text) => {
      const privateKey = new Uint8Array(Buffer.from(text, 'base64'));
      const publicKey = crypto_scalarmult_base(privateKey);
      return [Buffer.from(publicKey).toString('base64'), { publicKey, privateKey }] as const;
    }),
  );
}

async function opened(sealed: string, { publicKey, privateKey }: { publicKey: Uint8Array; privateKey: Uint8Array }) {
  const bytes = fromBase64(sealed);
  if (bytes === undefined) return undefined;
  const { crypto_box_seal_open, to_string } = await sodium();
  try {
    return to_string(crypto_box_seal_open(bytes, publicKey, privateKey));
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
