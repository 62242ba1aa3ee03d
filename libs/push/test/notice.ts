import type { PushNotice } from '../src/push-sender.js';

/** An urgent notification that says hello. */
export function notice(): PushNotice {
  return {
    id: '6f0e2c5a-9a3e-4c5d-8a51-0a2f6d1c7b90',
    isUrgent: true,
    ttlSeconds: 3600,
    apns: { aps: { alert: 'Hello' } },
    isBackground: false,
    fcm: { event: 'message', content: 'Hello' },
    web: JSON.stringify({ content: 'Hello' }),
  };
}
