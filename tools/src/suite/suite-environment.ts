import type { StoreName } from '../stores/store-programs.js';
import { operatorOf, type Secrets } from './secrets.js';

export type Environment = Readonly<Record<string, string>>;

export interface SuiteEnvironmentOptions {
  readonly storeUrls: Readonly<Record<StoreName, string>>;
  readonly secrets: Secrets;
  readonly port: number;
  /** Where uploaded files are kept. */
  readonly filesDirectory: string;
  /** Of the mailbox. Absent: as inherited. */
  readonly smtpUrl?: string | undefined;
  /** Wins over what is inherited, for tests that need a service set otherwise. */
  readonly extra?: Environment | undefined;
}

/** Variables of the environment that started us and that mean something else to a service: npm's, Jest's, and what each instance gets for itself. */
const notInherited = /^(npm_|NODE_|JEST_|NX_|INIT_CWD$|PORT$|HOST$|INNER_|INSTANCE$)/;

/** A demo is for trying things out, by scripts and load too. Every limit there is, as config.ts of the runtime library names them. */
const generousLimits: Environment = Object.fromEntries(
  ['API', 'EVENTS', 'SENDS', 'REGISTER', 'ADDRESS', 'FILES', 'LOGIN', 'FAILURES', 'MAILS', 'MAILBOX'].map((kind) => [
    `RATE_LIMIT_${kind}`,
    '1000000/60',
  ]),
);

/** What all service processes of one suite share. Other variables, such as LOG_LEVEL, reach the services as they were given. */
export function suiteEnvironment({ storeUrls, secrets, port, filesDirectory, smtpUrl, extra }: SuiteEnvironmentOptions): Environment {
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
    ...generousLimits,
    ...extra,
  };
}
