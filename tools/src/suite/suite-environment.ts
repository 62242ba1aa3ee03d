import { subjectPrefixOf } from '../stores/bus-users.js';
import type { StoreName } from '../stores/store-programs.js';
import { operatorOf, type Secrets } from './secrets.js';

export type Environment = Readonly<Record<string, string>>;

export interface SuiteEnvironmentOptions {
  readonly storeUrls: Readonly<Record<StoreName, string>>;
  readonly secrets: Secrets;
  readonly port: number;
  /** The folder of uploaded files. */
  readonly filesDirectory: string;
  /** The mailbox. Default: inherited. */
  readonly smtpUrl?: string | undefined;
  /** Their names, if there are several. */
  readonly cells?: readonly string[];
  /** The one of these processes, if it is not the first. */
  readonly cell?: string | undefined;
  /** Overrides inherited variables, for tests with other settings. */
  readonly extra?: Environment | undefined;
}

/** Variables of our own environment that have another meaning for a service: those of npm and Jest, and those that each instance gets separately. */
const notInherited = /^(npm_|NODE_|JEST_|NX_|INIT_CWD$|PORT$|HOST$|INNER_|INSTANCE$)/;

/** Large limits for all kinds in config.ts of the gateway, because a demo is for trying things out, also with scripts and load. */
const generousLimits: Environment = Object.fromEntries(
  ['API', 'EVENTS', 'SENDS', 'REGISTER', 'ADDRESS', 'FILES', 'LOGIN', 'FAILURES', 'MAILS', 'MAILBOX', 'MAIL_IN'].map((kind) => [
    `RATE_LIMIT_${kind}`,
    '1000000/60',
  ]),
);

/** The variables shared by all service processes of one suite. Others, such as LOG_LEVEL, are inherited. */
export function suiteEnvironment({
  storeUrls,
  secrets,
  port,
  filesDirectory,
  smtpUrl,
  cells = [],
  cell,
  extra,
}: SuiteEnvironmentOptions): Environment {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || notInherited.test(name) ? [] : [[name, value]],
  );
  const operator = operatorOf(secrets);
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    DATABASE_URL: storeUrls.postgres,
    REDIS_URL: storeUrls.redis,
    NATS_URL: storeUrls.nats,
    STORAGE_DIRECTORY: filesDirectory,
    PARLEY_CALLER_SECRET: secrets.callerSecret,
    PARLEY_KEY_SECRET: secrets.keySecret,
    OPERATOR_USER: operator.user,
    OPERATOR_PASSWORD: operator.password,
    EXTERNAL_HOST: `localhost:${port}`,
    EXTERNAL_SCHEME: 'http',
    PARLEY_DEMO: '1',
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
    ...(cells.length === 0 ? {} : { CELLS: cells.join(',') }),
    ...(cell === undefined ? {} : { NATS_SUBJECT_PREFIX: `${process.env.NATS_SUBJECT_PREFIX ?? ''}${subjectPrefixOf(cell)}` }),
    // Programs of bots can run on the same machine.
    OUTGOING_WEBHOOK_NETWORKS: '127.0.0.0/8,::1/128',
    // So can identity providers.
    SIGN_IN_NETWORKS: '127.0.0.0/8,::1/128',
    ...generousLimits,
    ...extra,
  };
}
