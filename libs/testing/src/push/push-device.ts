import { randomBytes } from 'node:crypto';

/** A device that lets the server encrypt what it is sent. */
export class PushDevice {
  private readonly key = Buffer.concat([Buffer.from([0x31]), randomBytes(32)]);
  readonly keyId = randomBytes(4).readUInt32BE();
  /** As the device names its token: 8 bytes in base64. */
  readonly tokenId = randomBytes(8).toString('base64');

  get pushKey(): string {
    return this.key.toString('base64');
  }

  /** Seals where the device is reached for the server that has the private key. */
  static async seal(publicKey: string, registration: unknown): Promise<string> {
    const sodium = await loadedSodium();
    const text = typeof registration === 'string' ? registration : JSON.stringify(registration);
    return Buffer.from(sodium.crypto_box_seal(text, Buffer.from(publicKey, 'base64'))).toString('base64');
  }

  /** A key pair of a server for registrations, in base64. */
  static async serverKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
    const sodium = await loadedSodium();
    const { publicKey, privateKey } = sodium.crypto_box_keypair();
    return { publicKey: Buffer.from(publicKey).toString('base64'), privateKey: Buffer.from(privateKey).toString('base64') };
  }

  /** @throws Error if it was not encrypted with the key of this device */
  async decrypt(encrypted: string): Promise<unknown> {
    const sodium = await loadedSodium();
    const bytes = Buffer.from(encrypted, 'base64');
    const nonce = bytes.subarray(0, sodium.crypto_secretbox_NONCEBYTES);
    return JSON.parse(sodium.to_string(sodium.crypto_secretbox_open_easy(bytes.subarray(nonce.length), nonce, this.key.subarray(1))));
  }
}

/** Loaded only by tests that encrypt. */
async function loadedSodium() {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return sodium;
}
