import { createHmac } from 'node:crypto';
import { type DatabaseService, DIRECTORY, EVERY_LOGIN, loginOf, urlForService } from '../migrate/set-logins.js';
import { cellUser, passwordVariable } from '../stores/bus-users.js';
import { busUrlFor } from '../stores/nats.js';
import type { StoreName } from '../stores/store-programs.js';
import type { Secrets } from './secrets.js';
import type { ServiceName } from './services.js';
import { directoryUrl } from './suite-cells.js';
import type { Environment } from './suite-environment.js';
import type { SuiteProcesses } from './suite-processes.js';

/** Each service has its own login in private stores. Given stores are used with their URL unchanged. */
export class SuiteLogins {
  constructor(
    private readonly secrets: Secrets,
    private readonly givenStores: Partial<Record<StoreName, string>>,
    private readonly processes: Pick<SuiteProcesses, 'storeUrl' | 'poolerUrl'>,
  ) {}

  /** The variables of one service. */
  of(service: ServiceName | typeof DIRECTORY, cell?: string): Environment {
    const hasDatabase = EVERY_LOGIN.find((each) => each === service);
    const url = this.processes.storeUrl('postgres', cell);
    const database = service === DIRECTORY ? directoryUrl(url) : url;
    const pooler = this.processes.poolerUrl(cell);
    const own = hasDatabase !== undefined && this.hasOwn('postgres');
    return {
      ...(own ? { DATABASE_URL: urlForService(throughPooler(database, pooler), hasDatabase, this.passwordOf(hasDatabase)) } : {}),
      ...(pooler === undefined ? {} : { DATABASE_POOLER: 'transaction' }),
      NATS_URL: this.natsUrlFor(cell === undefined ? service : cellUser(service, cell)),
    };
  }

  /** By login, for PgBouncer. */
  get databasePasswords(): ReadonlyMap<string, string> {
    return new Map(EVERY_LOGIN.map((each) => [loginOf(each), this.passwordOf(each)]));
  }

  natsUrlFor(user: string): string {
    const url = this.processes.storeUrl('nats');
    return this.hasOwn('nats') ? busUrlFor(url, this.secrets.natsPassword, user) : url;
  }

  /** The passwords for the migration job, in its variables. None for a given PostgreSQL. */
  get passwords(): Environment {
    if (!this.hasOwn('postgres')) return {};
    return Object.fromEntries(EVERY_LOGIN.map((each) => [passwordVariable('POSTGRES', each), this.passwordOf(each)]));
  }

  private passwordOf(service: DatabaseService): string {
    return createHmac('sha256', this.secrets.postgresPassword).update(`postgres ${service}`).digest('hex');
  }

  private hasOwn(store: StoreName): boolean {
    return this.givenStores[store] === undefined;
  }
}

function throughPooler(databaseUrl: string, pooler: string | undefined): string {
  if (pooler === undefined) return databaseUrl;
  const url = new URL(databaseUrl);
  url.host = new URL(pooler).host;
  return url.href;
}
