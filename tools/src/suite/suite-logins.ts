import { createHmac } from 'node:crypto';
import { DATABASE_SERVICES, type DatabaseService, urlForService } from '../migrate/set-logins.js';
import { passwordVariable } from '../stores/bus-users.js';
import { busUrlFor } from '../stores/nats.js';
import type { StoreName } from '../stores/store-programs.js';
import type { Secrets } from './secrets.js';
import type { ServiceName } from './services.js';
import type { Environment } from './suite-environment.js';

/** Each service has its own login in private stores. Given stores are used with their URL unchanged. */
export class SuiteLogins {
  constructor(
    private readonly secrets: Secrets,
    private readonly givenStores: Partial<Record<StoreName, string>>,
    private readonly storeUrl: (name: StoreName) => string,
  ) {}

  /** The variables of one service. */
  of(service: ServiceName): Environment {
    const hasDatabase = DATABASE_SERVICES.find((each) => each === service);
    const own = hasDatabase !== undefined && this.hasOwn('postgres');
    return {
      ...(own ? { DATABASE_URL: urlForService(this.storeUrl('postgres'), hasDatabase, this.passwordOf(hasDatabase)) } : {}),
      NATS_URL: this.natsUrlFor(service),
    };
  }

  natsUrlFor(user: string): string {
    const url = this.storeUrl('nats');
    return this.hasOwn('nats') ? busUrlFor(url, this.secrets.natsPassword, user) : url;
  }

  /** The passwords for the migration job, in its variables. None for a given PostgreSQL. */
  get passwords(): Environment {
    if (!this.hasOwn('postgres')) return {};
    return Object.fromEntries(DATABASE_SERVICES.map((each) => [passwordVariable('POSTGRES', each), this.passwordOf(each)]));
  }

  private passwordOf(service: DatabaseService): string {
    return createHmac('sha256', this.secrets.postgresPassword).update(`postgres ${service}`).digest('hex');
  }

  private hasOwn(store: StoreName): boolean {
    return this.givenStores[store] === undefined;
  }
}
