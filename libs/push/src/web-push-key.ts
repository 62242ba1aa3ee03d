import { createECDH } from 'node:crypto';

/** The key pair of the server for Web Push (VAPID). Browsers need the public key to subscribe. @throws Error if the private key is none */
export function webPushKeyPair(privateKey: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  const point = pair.getPublicKey();
  return {
    d: privateKey,
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
    publicKey: point.toString('base64url'),
  };
}
