import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../tools/src/repository.js';
import { isServiceOf } from '../../tools/src/suite/plan-services.js';
import { replicasOfAll, type ServiceName, serviceNames } from '../../tools/src/suite/services.js';
import { Suite } from '../../tools/src/suite/suite.js';
import { queryAt } from '../cluster/time-travel/suite-postgres.js';
import { ServedCalls } from './served-calls.js';

export type Version = 'old' | 'new';

/** A suite whose processes are of two versions: a previous one, with which it begins, and that of this checkout. */
export class MixedSuite {
  readonly served: ServedCalls;
  private readonly versions = new Map<string, Version>();
  private readonly began = Date.now();

  private constructor(
    readonly suite: Suite,
    readonly oldCheckout: string,
  ) {
    this.served = new ServedCalls(suite);
    for (const { name } of suite.instances) this.versions.set(name, 'old');
  }

  /** Two replicas of every service of the old version. Its own migration job makes the database. */
  static async start(directory: string, oldCheckout: string): Promise<MixedSuite> {
    const options = { directory, checkout: oldCheckout, replicas: replicasOfAll(2), durable: true, mailbox: true };
    return new MixedSuite(await Suite.start(options), oldCheckout);
  }

  /** Prints a line with the seconds since the start. */
  say(line: string): void {
    process.stdout.write(`  ${((Date.now() - this.began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
  }

  /** The newest migration of a version, by which its schema is called. */
  newestMigration(version: Version): string {
    return (
      readdirSync(join(this.checkoutOf(version), 'prisma/migrations'))
        .filter((name) => /^\d/.test(name))
        .sort()
        .at(-1) ?? ''
    );
  }

  /** What the migration job recorded. A version from before `schema_version` recorded nothing. */
  async installation(): Promise<{ schemaVersion: unknown; oldestVersion: unknown; newestMigration: unknown }> {
    const [row] = await queryAt<{ installation: Record<string, unknown>; newest: string }>(
      this.suite.databaseUrl,
      `SELECT to_jsonb(i) AS installation, (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS newest
       FROM installation i`,
    );
    const { schema_version = null, oldest_version = null } = row?.installation ?? {};
    return { schemaVersion: schema_version, oldestVersion: oldest_version, newestMigration: row?.newest };
  }

  migrate(version: Version): Promise<string> {
    return this.suite.migrate(this.checkoutOf(version));
  }

  /** Starts the services that the old version lacks. They stay when the others go back: nothing calls them. */
  async addNewServices(): Promise<void> {
    for (const service of serviceNames.filter((each) => !isServiceOf(each, { checkout: this.oldCheckout }))) {
      const name = await this.suite.add(service);
      this.versions.set(name, 'new');
      this.say(`${name} was started: the old version has no ${service}`);
    }
  }

  /** Replaces up to `count` processes of a service that are of the other version, one after the other. None if the version lacks the service. */
  async replace(service: ServiceName, version: Version, count = Number.POSITIVE_INFINITY): Promise<void> {
    if (!isServiceOf(service, { checkout: this.checkoutOf(version) })) return;
    const others = this.suite.instances.filter((each) => each.service === service && this.versions.get(each.name) !== version);
    for (const { name } of others.slice(0, count)) {
      await this.served.look();
      const successor = await this.suite.replace(name, { checkout: this.checkoutOf(version) });
      this.versions.set(successor, version);
      this.say(`${name} was replaced by ${successor} of the ${version} version`);
    }
  }

  /** Events that the processes of event-queue of a version fanned out. */
  fannedOutBy(version: Version): number {
    return [...this.served.byName].reduce((sum, [name, { fannedOut }]) => (this.versions.get(name) === version ? sum + fannedOut : sum), 0);
  }

  private checkoutOf(version: Version): string {
    return version === 'old' ? this.oldCheckout : repositoryRoot;
  }
}
