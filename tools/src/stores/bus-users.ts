// Permissions on NATS: deploy/nats.conf and the private NATS of `npm start` are generated from them (bus-users.spec.ts compares).

/** Names of calls, by the service that serves them. */
type Calls = Readonly<Record<string, readonly string[]>>;

export interface BusUser {
  readonly name: string;
  /** A service serves `rpc.<name>.*`, only in its queue group. */
  readonly isService: boolean;
  readonly calls: Calls | 'all';
  /** Broadcasts, with `.>` if they have an address. */
  readonly tells: readonly string[];
  readonly hears: readonly string[];
  /** Calls to one process, which a service serves and others make: subjects without `rpc.` and the process. */
  readonly addressed?: readonly string[];
}

/** Calls that changes put into the outbox. Any replica of any service may deliver a call whose process died. */
const OWED: Calls = {
  channels: ['subscribeNewAccount'],
  invitations: ['finishInvitation'],
  messaging: ['deleteOutdatedExports', 'hideDeletedTexts', 'leaveNewestUnread', 'sendNotice'],
  organization: ['forgetChannelInSettings'],
  settings: ['forgetPushDevices'],
};
const REGISTER_PARTS: Calls = Object.fromEntries(
  ['messaging', 'channels', 'settings', 'organization'].map((each) => [each, ['registerPart']]),
);
const POLLS = ['event-queue.pollQueues'];
const EVENTS_LOGGED = 'events-logged.>';

export const BUS_USERS: readonly BusUser[] = [
  service('organization', { calls: { channels: ['getChannelId'] }, tells: ['callers-changed'] }),
  service('channels', {}),
  service('messaging', { calls: { organization: ['findSpectatedOrganization', 'readBotConfig'], 'event-queue': ['announceEphemeral'] } }),
  service('settings', { calls: { organization: ['changeOwnAccount'], 'event-queue': ['announceEphemeral'] } }),
  service('invitations', {
    calls: { channels: ['checkInvitedChannels'], organization: ['checkInvitedGroups', 'joinByInvitation'] },
  }),
  service('notifications', {
    calls: { messaging: ['getMessage', 'sendMessage', 'sendNotice'], settings: ['dropPushTokens'] },
    hears: [EVENTS_LOGGED],
  }),
  service('event-queue', {
    calls: merged(REGISTER_PARTS, { organization: ['findSpectatedOrganization'] }),
    tells: ['queues-woken.>', 'poll-released.>', 'all-queues-woken', 'fan-out-alive', 'event-queue-leases-released'],
    hears: [EVENTS_LOGGED, 'event-queue-leases-released'],
    addressed: POLLS,
  }),
  {
    name: 'gateway',
    isService: false,
    calls: 'all',
    tells: [],
    hears: ['queues-woken.>', 'poll-released.>', 'all-queues-woken', 'fan-out-alive', 'callers-changed'],
    addressed: POLLS,
  },
  { name: 'admin', isService: false, calls: 'all', tells: [], hears: [] },
];

/** The subjects that NATS allows for a user. */
export interface BusRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

export function rightsOf({ name, isService, calls, tells, hears, addressed = [] }: BusUser): BusRights {
  const called = calls === 'all' ? ['rpc.*.*'] : Object.entries(calls).flatMap(([to, names]) => names.map((each) => `rpc.${to}.${each}`));
  const toOne = addressed.map((subject) => `rpc.${subject}.*`);
  return {
    publish: [
      ...called.sort(),
      ...(isService ? [] : toOne),
      ...tells.map((subject) => `broadcast.${subject}`),
      // The replies. Not by allow_responses: NATS would forget the calls under way whenever it reads its configuration again.
      ...(isService ? callersOf(name).map((caller) => `_INBOX.${caller}.>`) : []),
    ],
    subscribe: [
      `_INBOX.${name}.>`,
      // The second word is the queue group: without it, one process could receive every call.
      ...(isService ? [`rpc.${name}.* ${name}`] : []),
      // Not in the queue group: it is for one process.
      ...(isService ? toOne : []),
      ...hears.map((subject) => `broadcast.${subject}`),
    ],
  };
}

/** The directory of the cells. It is there only with several cells. */
const DIRECTORY: BusUser = {
  name: 'directory',
  isService: true,
  calls: {},
  tells: ['place-changed', 'directory-alive'],
  hears: [],
};

/** A user and the subjects that NATS allows for it. */
export interface BusLogin {
  readonly name: string;
  readonly rights: BusRights;
}

/**
 * The users of an installation with these cells; without cells, `BUS_USERS`. The services of each cell but the first have users of their own, which
 * reach no other cell: `cell-2-messaging` may use `cell-2.rpc.messaging.*`. The gateway and the command line reach all cells and the directory.
 */
export function busLogins(cells: readonly string[] = []): BusLogin[] {
  const [, ...others] = cells;
  if (others.length === 0) return BUS_USERS.map((user) => ({ name: user.name, rights: rightsOf(user) }));
  const services = BUS_USERS.filter(({ isService }) => isService);
  const ofOthers = others.flatMap((cell) =>
    services.map((user) => ({ name: cellUser(user.name, cell), rights: inCell(rightsOf(user), subjectPrefixOf(cell)) })),
  );
  const everywhere = BUS_USERS.filter(({ isService }) => !isService).map((user) => {
    const hears = user.name === 'gateway' ? DIRECTORY.tells.map((subject) => `broadcast.${subject}`) : [];
    const ofCells = others.map((cell) => inCell(rightsOf(user), subjectPrefixOf(cell)));
    return { name: user.name, rights: together([rightsOf(user), ...ofCells, { publish: [], subscribe: hears }]) };
  });
  const ofFirst = [...services, DIRECTORY].map((user) => ({ name: user.name, rights: rightsOf(user) }));
  return [...ofFirst, ...ofOthers, ...everywhere];
}

/** The user of a service in a cell that is not the first. */
export function cellUser(service: string, cell: string): string {
  return `${cell}-${service}`;
}

/** Before each subject of a cell that is not the first. */
export function subjectPrefixOf(cell: string): string {
  return `${cell}.`;
}

/** Replies go to the caller, whatever cell it called. */
function inCell({ publish, subscribe }: BusRights, prefix: string): BusRights {
  const moved = (subjects: readonly string[]) =>
    subjects.map((subject) => (subject.startsWith('_INBOX.') ? subject : `${prefix}${subject}`));
  return { publish: moved(publish), subscribe: moved(subscribe) };
}

function together(all: readonly BusRights[]): BusRights {
  const each = (of: keyof BusRights) => [...new Set(all.flatMap((rights) => rights[of]))];
  return { publish: each('publish'), subscribe: each('subscribe') };
}

/** Users that may make calls to a service. */
function callersOf(service: string): string[] {
  return BUS_USERS.filter(({ calls }) => calls === 'all' || service in calls).map(({ name }) => name);
}

/** The bare programs of the bench, only in private stores. */
export const BENCH_USER = 'bench';
export const BENCH_RIGHTS: BusRights = { publish: ['bench.>', '_INBOX.>'], subscribe: ['bench.>', '_INBOX.>'] };

/** One user in the syntax of nats.conf. `password`: a quoted text, or the name of a variable. */
export function writtenUser(name: string, password: string, { publish, subscribe }: BusRights): string {
  const list = (subjects: readonly string[]) => `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;
  return [
    '    {',
    `      user: ${JSON.stringify(name)}, password: ${password}`,
    '      permissions: {',
    `        publish: { allow: ${list(publish)} }`,
    `        subscribe: { allow: ${list(subscribe)} }`,
    '      }',
    '    }',
  ].join('\n');
}

/** The second user of a process, with the permissions of the first, while its password is replaced. */
export function secondUserOf(name: string): string {
  return `${name}-second`;
}

/** The second users of all. */
export function writtenSecondUsers(passwordOf: (name: string) => string, logins = busLogins()): string[] {
  return logins.map(({ name, rights }) => writtenUser(secondUserOf(name), passwordOf(secondUserOf(name)), rights));
}

/** All users with their permissions. */
export function writtenAuthorization(
  passwordOf: (name: string) => string,
  { logins = busLogins(), more = [] }: { readonly logins?: readonly BusLogin[]; readonly more?: readonly string[] } = {},
): string {
  const users = [...logins.map(({ name, rights }) => writtenUser(name, passwordOf(name), rights)), ...more];
  return ['authorization {', '  users: [', users.join('\n'), '  ]', '}', ''].join('\n');
}

/** For example, the password of `event-queue` is in NATS_EVENT_QUEUE_PASSWORD. */
export function passwordVariable(store: 'NATS' | 'POSTGRES', name: string): string {
  return `${store}_${name.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
}

function service(name: string, given: Partial<Pick<BusUser, 'tells' | 'hears' | 'addressed'> & { calls: Calls }>): BusUser {
  const { calls = {}, tells = [], hears = [], addressed = [] } = given;
  return { name, isService: true, calls: merged(OWED, calls), tells: [EVENTS_LOGGED, ...tells], hears, addressed };
}

function merged(first: Calls, second: Calls): Calls {
  const services = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return Object.fromEntries(services.map((each) => [each, [...new Set([...(first[each] ?? []), ...(second[each] ?? [])])].sort()]));
}
