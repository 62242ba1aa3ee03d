import { sodium } from './sodium.js';

/** The first byte of a key names how it encrypts: libsodium's `crypto_secretbox_easy`, the only one so far. */
const SECRET_BOX = 0x31;
const KEY_BYTES = 32;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Standard base64 with padding. Undefined for any other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return BASE64.test(text) ? new Uint8Array(Buffer.from(text, 'base64')) : undefined;
}

/** The key with which a device wants its notifications encrypted. Undefined if it is none. */
export function readPushKey(text: string): Uint8Array<ArrayBuffer> | undefined {
  const key = fromBase64(text);
  return key?.length === 1 + KEY_BYTES && key[0] === SECRET_BOX ? key : undefined;
}

/** For the device that has this key: a random nonce, then the encrypted text, in base64. */
export async function encryptFor(key: Uint8Array, text: string): Promise<string> {
  const { crypto_secretbox_easy, crypto_secretbox_NONCEBYTES, randombytes_buf } = await sodium();
  const nonce = randombytes_buf(crypto_secretbox_NONCEBYTES);
  return Buffer.concat([nonce, crypto_secretbox_easy(text, nonce, key.subarray(1))]).toString('base64');
}
