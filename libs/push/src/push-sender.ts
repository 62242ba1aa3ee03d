/** Apple's or Google's push service, or the one of a browser. */
export const PUSH_SERVICES = ['apns', 'fcm', 'web'] as const;
export type PushService = (typeof PUSH_SERVICES)[number];

/** Where a notification goes: one app on one device, or one browser. */
export interface PushTarget {
  readonly service: PushService;
  /** What the push service issued to the app. For a browser: the URL of its endpoint. */
  readonly token: string;
  /** Apple's id of the app. */
  readonly appId: string | null;
  /** The keys of a browser, in base64url: its public key on P-256, and its secret. */
  readonly webKeys: { readonly p256dh: string; readonly auth: string } | null;
}

/** What is sent, as the push service passes it on to the app. */
export interface PushNotice {
  /** A UUID. The same for each attempt, so that Apple and the app can recognize a repetition. */
  readonly id: string;
  /** Whether it wakes the device at once. */
  readonly isUrgent: boolean;
  /** A push service drops a notification that it could not deliver by then. */
  readonly ttlSeconds: number;
  /** For APNs: the whole JSON object. */
  readonly apns: Readonly<Record<string, unknown>>;
  /** For APNs: whether the app runs in the background, and shows nothing. */
  readonly isBackground: boolean;
  /** For FCM: its values are texts. */
  readonly fcm: Readonly<Record<string, string>>;
  /** For a browser: JSON. */
  readonly web: string;
}

/** What a push service said of one notification. `reason` is a word of its protocol, and holds nothing of the notification. */
export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The device is no longer reached by this token. `at`: since when, if the push service tells. */
  | { readonly kind: 'gone'; readonly reason: string; readonly at?: Date }
  /** It will never accept this notification. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It does not accept our keys: an operator must act. */
  | ({ readonly kind: 'unauthorized'; readonly reason: string } & Extent)
  /** It may accept it later: it is overloaded or away. */
  | ({ readonly kind: 'later'; readonly reason: string; readonly retryAfterMs?: number } & Extent);

interface Extent {
  /**
   * Whether the push service would answer so to every notification, whatever its target: then the others wait. Never because of what a person
   * registered, or anyone could stop the notifications of all.
   */
  readonly isServiceWide: boolean;
}

export interface PushSender {
  send(target: PushTarget, notice: PushNotice): Promise<PushOutcome>;
  close(): Promise<void>;
}
