export const STORES = ['nats', 'postgres', 'redis'] as const;
export type Store = (typeof STORES)[number];

/** What a process can still do without a store. */
export interface StoreNeed {
  /** Whether the process can serve nothing without it. */
  readonly isNeeded: boolean;
  /** What happens while it is away. Shown by /health/ready. */
  readonly without: string;
}

export type StoreNeeds = Readonly<Partial<Record<Store, StoreNeed>>>;

const NATS: StoreNeed = { isNeeded: true, without: 'no call reaches this process, and it can call no other' };
const POSTGRES: StoreNeed = { isNeeded: true, without: 'calls are answered 503' };
const REDIS_OF_JOBS: StoreNeed = { isNeeded: false, without: 'jobs and mails wait; everything else works' };

/**
 * Which stores each process uses, and which of them it needs to serve. The only place that decides whether a process without a store is ready:
 * an outage of a store that is only useful must not take a service out.
 */
const NEEDS_OF = {
  gateway: { nats: NATS, redis: { isNeeded: false, without: 'requests are not counted; failed logins are counted by each gateway alone' } },
  organization: { nats: NATS, postgres: POSTGRES, redis: REDIS_OF_JOBS },
  channels: { nats: NATS, postgres: POSTGRES, redis: REDIS_OF_JOBS },
  messaging: { nats: NATS, postgres: POSTGRES, redis: REDIS_OF_JOBS },
  settings: { nats: NATS, postgres: POSTGRES },
  invitations: { nats: NATS, postgres: POSTGRES, redis: REDIS_OF_JOBS },
  notifications: { nats: NATS, postgres: { isNeeded: true, without: 'people are told of messages later' }, redis: REDIS_OF_JOBS },
  directory: { nats: NATS, postgres: POSTGRES },
  'event-queue': {
    nats: NATS,
    postgres: { isNeeded: true, without: 'registrations are answered 503, and events wait in the log' },
    redis: { isNeeded: true, without: 'registrations and polls are answered 503' },
  },
} as const satisfies Readonly<Record<string, StoreNeeds>>;

const BY_NAME: ReadonlyMap<string, StoreNeeds> = new Map(Object.entries(NEEDS_OF));

/** Undefined for a program that is not part of the suite: every store that it opens is needed. */
export function storeNeedsOf(service: string): StoreNeeds | undefined {
  return BY_NAME.get(service);
}
