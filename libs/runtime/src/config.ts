import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * The environment of a service process, parsed once at boot. All faults are reported together, by variable name.
 * Secrets have no default: `npm start` generates them for the local demo, elsewhere an operator sets them (docs/operations.md).
 */
const port = z.coerce.number().int().min(0).max(65_535);
const secret = z.string().min(32, 'must have at least 32 characters');

const base = {
  INSTANCE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MANAGEMENT_HOST: z.string().default('127.0.0.1'),
  MANAGEMENT_PORT: port.default(0),
  NATS_URL: z.string().min(1),
  /** Prefix of every subject, so that several installations (or test runs) can share one NATS. Ends in a dot, or is empty. */
  NATS_SUBJECT_PREFIX: z
    .string()
    .regex(/^([A-Za-z0-9_-]+\.)*$/, 'must be names that each end in a dot')
    .default(''),
  PARLEY_CALLER_SECRET: secret,
  /** Also accepted, while the secret is being replaced: docs/operations.md. */
  PARLEY_CALLER_SECRET_PREVIOUS: secret.optional(),
  EXTERNAL_HOST: z.string().default('localhost:9991'),
  EXTERNAL_SCHEME: z.enum(['http', 'https']).default('http'),
  PARLEY_DEMO: z.stringbool().default(false),
  /** Expensive calls (long lists, pages of history, searches) that one process handles at once. Fewer than DATABASE_POOL. */
  MAX_EXPENSIVE_CALLS: z.coerce.number().int().min(1).default(5),
};
const stores = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(1).default(10),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
};
/** Where uploaded files are stored, the same for all processes: a bucket, or a folder that they share. */
const storage = {
  STORAGE_DIRECTORY: z.string().min(1).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** For a store that is not Amazon's. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Both or neither. Without them the SDK looks for credentials itself. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};
type Storage = z.infer<z.ZodObject<typeof storage>>;

function checkStorage({ value, issues }: z.core.ParsePayload<Storage>): void {
  const fault = (path: keyof Storage, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
  if (value.STORAGE_DIRECTORY === undefined && value.S3_BUCKET === undefined)
    fault('STORAGE_DIRECTORY', 'is not set, and S3_BUCKET is not set either');
  if (value.S3_ACCESS_KEY_ID === undefined && value.S3_SECRET_ACCESS_KEY !== undefined)
    fault('S3_ACCESS_KEY_ID', 'is not set, but S3_SECRET_ACCESS_KEY is');
  if (value.S3_SECRET_ACCESS_KEY === undefined && value.S3_ACCESS_KEY_ID !== undefined)
    fault('S3_SECRET_ACCESS_KEY', 'is not set, but S3_ACCESS_KEY_ID is');
}

const mail = {
  /** Without it, requests that need a mail are refused. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(1).optional(),
};
/** Login of the job board. Both or neither; without them there is no board. */
const operator = {
  OPERATOR_USER: z
    .string()
    .regex(/^[^:\p{Cc}]+$/u, 'must hold no colon')
    .optional(),
  OPERATOR_PASSWORD: z.string().min(16, 'must have at least 16 characters').optional(),
};
type Operator = z.infer<z.ZodObject<typeof operator>>;

function checkOperator({ value, issues }: z.core.ParsePayload<Operator>): void {
  const fault = (path: keyof Operator, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
  if (value.OPERATOR_USER === undefined && value.OPERATOR_PASSWORD !== undefined)
    fault('OPERATOR_USER', 'is not set, but OPERATOR_PASSWORD is');
  if (value.OPERATOR_USER !== undefined && value.OPERATOR_PASSWORD === undefined)
    fault('OPERATOR_PASSWORD', 'is not set, but OPERATOR_USER is');
}

/** `200/60`: 200 within 60 seconds. */
const rateLimit = (initial: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,4}$/, 'must be a number of requests, a slash and a number of seconds, such as 200/60')
    .default(initial)
    .transform((text) => {
      const [limit = 0, seconds = 0] = text.split('/').map(Number);
      return { limit, seconds };
    });

/** Names of address ranges that Fastify knows. */
const ADDRESS_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    ADDRESS_RANGES.has(text) ||
    (maxBits >= 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)))
  );
}

const trustedProxies = z
  .string()
  .default('0')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => (parts.length === 1 && /^\d$/.test(parts[0] ?? '')) || parts.every(isAddressOrRange),
    'must be a number of proxies, such as 1, or addresses and ranges with commas, such as 10.0.0.5,192.168.0.0/24',
  )
  .transform((parts) => (/^\d$/.test(parts[0] ?? '') ? Number(parts[0]) : parts));

/** The largest number of minutes that PostgreSQL accepts. */
const MAX_MINUTES = 2 ** 31 - 1;

const schemas = {
  /** channels, settings */
  service: z.object({ ...base, ...stores, ...mail }),
  /** invitations */
  inviter: z
    .object({
      ...base,
      ...stores,
      ...mail,
      ...operator,
      /** Validity of an invitation if the inviter does not choose one. */
      INVITATION_LINK_VALIDITY_MINUTES: z.coerce.number().int().min(1).max(MAX_MINUTES).default(14_400),
      /** Invitation mails that one organization may send within 24 hours. */
      INVITATIONS_PER_DAY: z.coerce.number().int().min(0).default(1_000),
    })
    .check(checkOperator),
  eventQueue: z.object({
    ...base,
    ...stores,
    ...mail,
    /** Registrations read at once; each has its whole answer in memory. Three connections of the pool are kept for fan-out and polls. */
    MAX_REGISTRATIONS: z.coerce.number().int().min(1).default(7),
    /** Registrations that wait for their turn. Further ones, and those that waited REGISTRATION_WAIT_SECONDS, are answered 503. */
    REGISTRATION_LINE: z.coerce.number().int().min(0).default(200),
    REGISTRATION_WAIT_SECONDS: z.coerce.number().min(1).max(14).default(8),
    /** Live event queues of one bot. A human user may have 100. */
    MAX_QUEUES_PER_BOT: z.coerce.number().int().min(1).default(100),
    /** Live event queues of all bots of one person. */
    MAX_QUEUES_OF_BOTS_PER_OWNER: z.coerce.number().int().min(1).default(500),
  }),
  /** messaging */
  fileKeeper: z
    .object({
      ...base,
      ...stores,
      ...storage,
      ...mail,
      /** Threads of one process that render expensive texts, and the milliseconds of processor time that one text may take there. */
      RENDER_THREADS: z.coerce.number().int().min(1).max(64).default(1),
      RENDER_BUDGET_MS: z.coerce.number().min(1).max(1_000).default(50),
      /** Connections for reading history and for registrations, separate from those for sends. More than MAX_EXPENSIVE_CALLS. */
      DATABASE_HISTORY_POOL: z.coerce.number().int().min(1).default(8),
    })
    .check(checkStorage),
  /** organization: the only service that can read API keys. */
  keyHolder: z
    .object({ ...base, ...stores, ...storage, ...mail, PARLEY_KEY_SECRET: secret, PARLEY_KEY_SECRET_PREVIOUS: secret.optional() })
    .check(checkStorage),
  /** The operator's command line: it only calls services. */
  commandLine: z.object(base),
  gateway: z
    .object({
      ...base,
      ...storage,
      HOST: z.string().default('127.0.0.1'),
      PORT: port.default(9991),
      /** Polls beyond these are answered 503. One costs about 10 KB, most of it for the connection. */
      MAX_HELD_POLLS: z.coerce.number().int().min(1).default(20_000),
      /** Calls to services under way at once. Requests beyond these are answered 503 instead of waiting. */
      MAX_CALLS: z.coerce.number().int().min(1).default(2_000),
      /** Files arriving at once. Uploads beyond these are answered 503. */
      MAX_UPLOADS: z.coerce.number().int().min(1).default(100),
      /** Rate limits are counted there, for all gateways together. */
      REDIS_URL: stores.REDIS_URL,
      /** Proxies whose X-Forwarded-For is trusted: their number, or their addresses. None by default. */
      TRUSTED_PROXIES: trustedProxies,
      /** Requests of one user or bot, by kind of call. */
      RATE_LIMIT_API: rateLimit('200/60'),
      RATE_LIMIT_EVENTS: rateLimit('600/60'),
      RATE_LIMIT_SENDS: rateLimit('200/60'),
      RATE_LIMIT_REGISTER: rateLimit('60/60'),
      /** Unauthenticated requests from one address. */
      RATE_LIMIT_ADDRESS: rateLimit('600/60'),
      /** Uploads and pictures, by one user or bot, or unauthenticated from one address. */
      RATE_LIMIT_FILES: rateLimit('1200/60'),
      /** Wrong passwords for one account. */
      RATE_LIMIT_LOGIN: rateLimit('10/600'),
      /** Wrong credentials from one address. */
      RATE_LIMIT_FAILURES: rateLimit('60/600'),
      /** Mails caused by unauthenticated requests, from one address. */
      RATE_LIMIT_MAILS: rateLimit('30/3600'),
      /** The same, to one mailbox. */
      RATE_LIMIT_MAILBOX: rateLimit('5/3600'),
    })
    .check(checkStorage),
};
type Kind = keyof typeof schemas;
export type ConfigOf<K extends Kind> = z.infer<(typeof schemas)[K]>;
export type BaseConfig = z.infer<z.ZodObject<typeof base>>;
export type ServiceConfig = ConfigOf<'service'>;
export type StorageConfig = BaseConfig & Storage;

class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError naming every faulty variable, one line each; never a value. */
export function loadConfig<K extends Kind>(kind: K, environment: NodeJS.ProcessEnv = process.env): ConfigOf<K> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schemas[kind].safeParse(given);
  if (parsed.success) return parsed.data as ConfigOf<K>;
  const lines = parsed.error.issues.map(({ code, path, message }) => {
    // The message of a check across variables says what is missing.
    const isMissing = code !== 'custom' && given[String(path[0])] === undefined;
    return `  ${path.join('.')}: ${isMissing ? 'is not set' : message}`;
  });
  throw new ConfigError(`The environment is not complete:\n${lines.join('\n')}`);
}
