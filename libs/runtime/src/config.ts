import { z } from 'zod';
import { isSentinelUrl, parseSentinelUrl } from './redis/sentinel-url.js';

/**
 * The environment of a process, parsed once at boot. Here are the variables that several processes share; each app has a schema of its own in
 * `src/config.ts`, made of these and of its own variables. Secrets have no default: `npm start` generates them for the local demo, elsewhere an
 * operator sets them (docs/operations.md).
 */
export const portVariable = z.coerce.number().int().min(0).max(65_535);
export const secretVariable = z.string().min(32, 'must have at least 32 characters');

/** The variables of OpenTelemetry that have a meaning here: docs/operations.md. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' }).optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/protobuf']).optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.enum(['http/protobuf']).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairsVariable().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairsVariable().optional(),
};
export type TracingConfig = Partial<Variables<typeof tracingVariables>>;

function pairsVariable() {
  return z.string().regex(/^\s*[^=,\s]+\s*=[^=,]*(,\s*[^=,\s]+\s*=[^=,]*)*$/, 'must be pairs such as name=value, with commas between them');
}

export const baseVariables = {
  ...tracingVariables,
  INSTANCE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MANAGEMENT_HOST: z.string().default('127.0.0.1'),
  MANAGEMENT_PORT: portVariable.default(0),
  NATS_URL: z.string().min(1),
  /** Prefix of every subject, so that several installations (or test runs) can share one NATS. Ends in a dot, or is empty. */
  NATS_SUBJECT_PREFIX: z
    .string()
    .regex(/^([A-Za-z0-9_-]+\.)*$/, 'must be names that each end in a dot')
    .default(''),
  PARLEY_CALLER_SECRET: secretVariable,
  /** Also accepted, while the secret is being replaced: docs/operations.md. */
  PARLEY_CALLER_SECRET_PREVIOUS: secretVariable.optional(),
  EXTERNAL_HOST: z.string().default('localhost:9991'),
  EXTERNAL_SCHEME: z.enum(['http', 'https']).default('http'),
  PARLEY_DEMO: z.stringbool().default(false),
  /** Expensive calls (long lists, pages of history, searches) that one process handles at once. Fewer than DATABASE_POOL. */
  MAX_EXPENSIVE_CALLS: z.coerce.number().int().min(1).default(5),
};
/** Of a process that only calls services, such as the operator's command line. */
export const baseConfig = z.object(baseVariables);
export type BaseConfig = z.infer<typeof baseConfig>;

const oneRedis = z.url({ protocol: /^rediss?$/ });

/** A Redis, or the Sentinels that know which Redis is the master: docs/operations.md, "Failover of Redis". */
export const redisUrl = z
  .string()
  .refine(
    (text) => (isSentinelUrl(text) ? parseSentinelUrl(text) !== undefined : oneRedis.safeParse(text).success),
    'must be redis://host:6379, or redis+sentinel://host:26379,host:26379/name with the name of the master',
  );

/** Of each service. */
export const storeVariables = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(1).default(10),
  /** What DATABASE_URL leads to, if not to PostgreSQL itself: a PgBouncer in transaction mode. */
  DATABASE_POOLER: z.enum(['none', 'transaction'], 'must be none or transaction').default('none'),
  REDIS_URL: redisUrl,
};
export type StoresConfig = Variables<typeof storeVariables>;

/** Connections for reading history and for registrations, separate from those for sends. More than MAX_EXPENSIVE_CALLS. */
export const historyVariables = { DATABASE_HISTORY_POOL: z.coerce.number().int().min(1).default(8) };
export type HistoryConfig = Variables<typeof historyVariables>;

/** Where uploaded files are stored, the same for all processes: a bucket, or a folder that they share. */
export const storageVariables = {
  STORAGE_DIRECTORY: z.string().min(1).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** For a store that is not Amazon's. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Both or neither. Without them the SDK looks for credentials itself. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};
export type StorageConfig = Variables<typeof storageVariables>;

export const checkStorage = together<StorageConfig>(({ STORAGE_DIRECTORY, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }, fault) => {
  if (STORAGE_DIRECTORY === undefined && S3_BUCKET === undefined) fault('STORAGE_DIRECTORY', 'is not set, and S3_BUCKET is not set either');
  if (S3_ACCESS_KEY_ID === undefined && S3_SECRET_ACCESS_KEY !== undefined)
    fault('S3_ACCESS_KEY_ID', 'is not set, but S3_SECRET_ACCESS_KEY is');
  if (S3_SECRET_ACCESS_KEY === undefined && S3_ACCESS_KEY_ID !== undefined)
    fault('S3_SECRET_ACCESS_KEY', 'is not set, but S3_ACCESS_KEY_ID is');
});

/** The cells of an installation: docs/adr/0045-cells.md. */
export const cellVariables = {
  /** Their names, with commas. The first one uses the subjects of an installation without cells, each other one `<name>.` before them. */
  CELLS: z
    .string()
    .regex(/^([a-z][a-z0-9-]{0,31}(,[a-z][a-z0-9-]{0,31})*)?$/, 'must be names with commas, such as cell-1,cell-2')
    .default('')
    .transform((text) => (text === '' ? [] : text.split(',')))
    .refine((names) => new Set(names).size === names.length, 'must not name a cell twice'),
};

export const mailVariables = {
  /** Without it, requests that need a mail are refused. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(1).optional(),
};
export type MailConfig = Variables<typeof mailVariables>;

/** Mail that arrives: docs/behaviour/mail-in.md. Without it, channels have no addresses, and mails about missed messages cannot be answered. */
export const mailInVariables = {
  MAIL_IN_DOMAIN: z
    .string()
    .max(190)
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
      'must be a domain in lower case, such as mail.example.com',
    )
    .optional(),
};
export type MailInConfig = Variables<typeof mailInVariables>;

/** The push services that notifications go to (docs/behaviour/push.md). No secret: several services tell clients whether there are any. */
export const pushVariables = {
  PUSH_SERVICES: z
    .string()
    .regex(/^((apns|fcm|web)(,(apns|fcm|web))*)?$/, 'must be some of apns,fcm,web')
    .default('')
    .transform((text) => (['apns', 'fcm', 'web'] as const).filter((service) => text.split(',').includes(service))),
};
export type PushConfig = Variables<typeof pushVariables>;

/** The public key of the server for Web Push, which browsers need to subscribe. */
export const webPushVariables = {
  WEB_PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a public key on P-256 of 65 bytes in base64url')
    .optional(),
};

export const checkWebPush = together<PushConfig & Variables<typeof webPushVariables>>(({ PUSH_SERVICES, WEB_PUSH_PUBLIC_KEY }, fault) => {
  // Another fault of the configuration may be that this is no list.
  if (Array.isArray(PUSH_SERVICES) && PUSH_SERVICES.includes('web') && WEB_PUSH_PUBLIC_KEY === undefined)
    fault('WEB_PUSH_PUBLIC_KEY', 'is not set, but PUSH_SERVICES has web');
});

/** Login of the job board. Both or neither; without them there is no board. */
export const operatorVariables = {
  OPERATOR_USER: z
    .string()
    .regex(/^[^:\p{Cc}]+$/u, 'must hold no colon')
    .optional(),
  OPERATOR_PASSWORD: z.string().min(16, 'must have at least 16 characters').optional(),
};
export type OperatorConfig = Variables<typeof operatorVariables>;

export const checkOperator = together<OperatorConfig>(({ OPERATOR_USER, OPERATOR_PASSWORD }, fault) => {
  if (OPERATOR_USER === undefined && OPERATOR_PASSWORD !== undefined) fault('OPERATOR_USER', 'is not set, but OPERATOR_PASSWORD is');
  if (OPERATOR_USER !== undefined && OPERATOR_PASSWORD === undefined) fault('OPERATOR_PASSWORD', 'is not set, but OPERATOR_USER is');
});

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError naming every faulty variable, one line each; never a value. */
export function loadConfig<S extends z.ZodType>(schema: S, environment: NodeJS.ProcessEnv = process.env): z.output<S> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ code, path, message }) => {
    // The message of a check across variables says what is missing.
    const isMissing = code !== 'custom' && given[String(path[0])] === undefined;
    return `  ${path.join('.')}: ${isMissing ? 'is not set' : message}`;
  });
  throw new ConfigError(`The environment is not complete:\n${lines.join('\n')}`);
}

type Variables<V extends z.ZodRawShape> = z.infer<z.ZodObject<V>>;

/** A check of variables that belong together. It also runs if other variables are faulty, so that all faults are reported at once. */
function together<C extends object>(check: (config: C, fault: (name: keyof C & string, message: string) => void) => void) {
  return z.superRefine<C>(
    (config, { addIssue }) => check(config, (name, message) => addIssue({ code: 'custom', path: [name], message, input: config })),
    { when: () => true },
  );
}
