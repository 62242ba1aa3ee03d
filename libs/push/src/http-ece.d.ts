declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface EceParameters {
    readonly version: 'aes128gcm';
    /** The other's public key, in base64url. */
    readonly dh?: string;
    readonly authSecret: string;
    readonly privateKey: ECDH;
    readonly salt?: string;
    readonly rs?: number;
  }

  export function encrypt(content: Buffer, parameters: EceParameters): Buffer;
  export function decrypt(content: Buffer, parameters: EceParameters): Buffer;
}
