// Who may do what on NATS, as data: deploy/nats.conf and the private NATS of `npm start` are made of it (bus-users.spec.ts compares).

/** Names of calls, by the service that serves them. */
type Calls = Readonly<Record<string, readonly string[]>>;

export interface BusUser {
  readonly name: string;
  /** A service serves `rpc.<name>.*`, in its queue group only. */
  readonly isService: boolean;
  readonly calls: Calls | 'all';
  /** Broadcasts, with `.>` where they have an address. */
  readonly tells: readonly string[];
  readonly hears: readonly string[];
}

/** Calls that a change owes to another service. Any replica of any service may find one that was left behind, and make it. */
const OWED: Calls = {
  channels: ['subscribeNewAccount'],
  invitations: ['finishInvitation', 'mailInvitations'],
  messaging: ['leaveNewestUnread', 'sendNotice'],
  organization: ['forgetChannelInSettings', 'mailEmailChanged', 'mailEmailConfirmation'],
};
const REGISTER_PARTS: Calls = Object.fromEntries(
  ['messaging', 'channels', 'settings', 'organization'].map((each) => [each, ['registerPart']]),
);
const EVENTS_LOGGED = 'events-logged.>';

export const BUS_USERS: readonly BusUser[] = [
  service('organization', { calls: { channels: ['getChannelId'] }, tells: ['callers-changed'] }),
  service('channels', {}),
  service('messaging', { calls: { organization: ['findSpectatedOrganization'], 'event-queue': ['announceUnlogged'] } }),
  service('settings', { calls: { organization: ['changeOwnAccount'], 'event-queue': ['announceUnlogged'] } }),
  service('invitations', {
    calls: { channels: ['checkInvitedChannels'], organization: ['checkInvitedGroups', 'joinByInvitation'] },
  }),
  service('event-queue', {
    calls: merged(REGISTER_PARTS, { organization: ['findSpectatedOrganization'] }),
    tells: ['queues-woken.>', 'poll-released.>', 'all-queues-woken', 'event-queue-leases-released'],
    hears: [EVENTS_LOGGED, 'event-queue-leases-released'],
  }),
  {
    name: 'gateway',
    isService: false,
    calls: 'all',
    tells: [],
    hears: ['queues-woken.>', 'poll-released.>', 'all-queues-woken', 'callers-changed'],
  },
  { name: 'admin', isService: false, calls: 'all', tells: [], hears: [] },
];

/** What NATS is told of a user: subjects. */
export interface BusRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

export function rightsOf({ name, isService, calls, tells, hears }: BusUser): BusRights {
  const called = calls === 'all' ? ['rpc.*.*'] : Object.entries(calls).flatMap(([to, names]) => names.map((each) => `rpc.${to}.${each}`));
  return {
    publish: [...called.sort(), ...tells.map((subject) => `broadcast.${subject}`)],
    subscribe: [
      `_INBOX.${name}.>`,
      // The second word is the queue group: without it, one could listen to every call.
      ...(isService ? [`rpc.${name}.* ${name}`] : []),
      ...hears.map((subject) => `broadcast.${subject}`),
    ],
  };
}

/** The bare programs of the bench, in private stores only. */
export const BENCH_USER = 'bench';
export const BENCH_RIGHTS: BusRights = { publish: ['bench.>'], subscribe: ['bench.>', '_INBOX.>'] };

/** One user in the language of nats.conf. `password`: a quoted text, or the name of a variable. */
export function writtenUser(name: string, password: string, { publish, subscribe }: BusRights): string {
  const list = (subjects: readonly string[]) => `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;
  return [
    '    {',
    `      user: ${JSON.stringify(name)}, password: ${password}`,
    '      permissions: {',
    `        publish: { allow: ${list(publish)} }`,
    `        subscribe: { allow: ${list(subscribe)} }`,
    // An answer of 64 MiB has 2,049 pieces.
    '        allow_responses: { max: 4096, expires: "5m" }',
    '      }',
    '    }',
  ].join('\n');
}

/** All users with their rights. */
export function writtenAuthorization(passwordOf: (name: string) => string, more: readonly string[] = []): string {
  const users = [...BUS_USERS.map((user) => writtenUser(user.name, passwordOf(user.name), rightsOf(user))), ...more];
  return ['authorization {', '  users: [', users.join('\n'), '  ]', '}', ''].join('\n');
}

/** `event-queue` has its password in NATS_EVENT_QUEUE_PASSWORD. */
export function passwordVariable(store: 'NATS' | 'POSTGRES', name: string): string {
  return `${store}_${name.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
}

function service(name: string, given: Partial<{ calls: Calls; tells: readonly string[]; hears: readonly string[] }>): BusUser {
  const { calls = {}, tells = [], hears = [] } = given;
  return { name, isService: true, calls: merged(OWED, calls), tells: [EVENTS_LOGGED, ...tells], hears };
}

function merged(first: Calls, second: Calls): Calls {
  const services = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return Object.fromEntries(services.map((each) => [each, [...new Set([...(first[each] ?? []), ...(second[each] ?? [])])].sort()]));
}
