import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectToDatabase } from '@parley/testing';
import { createClient } from 'redis';
import { DATABASE_SERVICES, type DatabaseService, loginOf, secondLoginOf, urlForService } from '../../../tools/src/migrate/set-logins.js';
import { repositoryRoot } from '../../../tools/src/repository.js';
import { BUS_USERS, passwordVariable, secondUserOf } from '../../../tools/src/stores/bus-users.js';
import { busPassword, busUrlFor, natsConfig, natsConfigIn } from '../../../tools/src/stores/nats.js';
import { readOrMakeSecrets } from '../../../tools/src/suite/secrets.js';
import type { ServiceName } from '../../../tools/src/suite/services.js';
import type { Suite } from '../../../tools/src/suite/suite.js';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';
import { isAccepted } from '../../client/is-accepted.js';
import { noteSecretWords } from '../../client/secret-words.js';

/** Only for stores that hang, because machines can be slow. */
const DEADLINE_MS = 120_000;

/** The variables of one process with its logins. */
type Logins = (service: ServiceName) => Readonly<Record<string, string>>;

/** The passwords of the stores of a running suite, and the steps in which docs/operations.md replaces them. */
export class StorePasswords {
  private readonly secrets;
  private readonly fresh = newPasswords();
  private readonly second = newPasswords();

  constructor(private readonly suite: Suite) {
    this.secrets = readOrMakeSecrets(suite.directory);
    for (const passwords of [this.fresh, this.second]) noteSecretWords({ password: wordsOf(passwords) });
  }

  /** Second logins of PostgreSQL and NATS, and a second password of Redis. */
  async addSecond(): Promise<Logins> {
    await this.suite.migrate(repositoryRoot, this.postgresVariables({ second: true }));
    await this.onRedis(this.secrets.redisPassword, ['ACL', 'SETUSER', 'default', `>${this.fresh.redis}`]);
    await this.reloadNats(natsConfig(this.natsPort, this.secrets.natsPassword, this.second.nats), 'admin-second', this.second.nats);
    return (service) => this.loginsOf(service, secondLoginOf, secondUserOf, this.second);
  }

  /** Afterwards the first logins have new passwords. */
  async replaceFirst(): Promise<Logins> {
    await this.suite.migrate(repositoryRoot, this.postgresVariables({ first: true, second: true }));
    await this.reloadNats(natsConfig(this.natsPort, this.fresh.nats, this.second.nats), 'admin', this.fresh.nats);
    return (service) => this.loginsOf(service, loginOf, (name) => name, this.fresh);
  }

  /** Afterwards only the first logins are left, with their new passwords. */
  async removeSecond(): Promise<void> {
    await this.suite.migrate(repositoryRoot, this.postgresVariables({ first: true }));
    await this.onRedis(this.fresh.redis, ['ACL', 'SETUSER', 'default', `<${this.secrets.redisPassword}`]);
    await this.reloadNats(natsConfig(this.natsPort, this.fresh.nats), 'admin', this.fresh.nats);
    if (!(await waitUntil(async () => !(await this.natsAccepts('admin-second', this.second.nats)), DEADLINE_MS)))
      throw new Error('NATS did not read its configuration again');
  }

  /** The logins that the stores accept now, by what they are: the former ones, those in between, and the new ones. */
  async accepted(): Promise<Record<'former' | 'between' | 'new', string[]>> {
    const former = { postgres: this.formerPostgres, redis: this.secrets.redisPassword, nats: this.secrets.natsPassword };
    return {
      former: await this.acceptedOf(former, loginOf, (name) => name),
      between: await this.acceptedOf(this.second, secondLoginOf, secondUserOf),
      new: await this.acceptedOf(this.fresh, loginOf, (name) => name),
    };
  }

  /** Ends all connections of services, so that they must log in again. */
  async endConnections(): Promise<void> {
    const session = await connectToDatabase(this.suite.databaseUrl);
    await session.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'parley%'`);
    await session.end();
    await this.onRedis(this.fresh.redis, ['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
    const nats = this.suite.instances.find(({ service }) => service === 'nats')?.pid;
    if (nats === undefined) throw new Error('NATS does not run');
    process.kill(nats, 'SIGKILL');
  }

  private readonly formerPostgres = (service: DatabaseService): string =>
    this.suite.passwordVariables[passwordVariable('POSTGRES', service)] ?? '';

  private loginsOf(
    service: ServiceName,
    login: (service: DatabaseService) => string,
    user: (name: string) => string,
    passwords: Passwords,
  ): Record<string, string> {
    const { databaseUrl, natsUrl, redisUrl } = this.suite;
    const database = DATABASE_SERVICES.find((each) => each === service);
    const redis = new URL(redisUrl);
    redis.password = this.fresh.redis;
    return {
      REDIS_URL: redis.href,
      NATS_URL: busUrlFor(natsUrl, passwords.nats, user(service)),
      ...(database === undefined
        ? {}
        : { DATABASE_URL: urlForService(databaseUrl, database, passwords.postgres(database), login(database)) }),
    };
  }

  private postgresVariables({ first = false, second = false }): Record<string, string> {
    return Object.fromEntries(
      DATABASE_SERVICES.flatMap((service) => [
        ...(first ? [[passwordVariable('POSTGRES', service), this.fresh.postgres(service)]] : []),
        ...(second ? [[passwordVariable('POSTGRES', `${service}-second`), this.second.postgres(service)]] : []),
      ]),
    );
  }

  private async acceptedOf(
    passwords: Passwords,
    login: (service: DatabaseService) => string,
    user: (name: string) => string,
  ): Promise<string[]> {
    const tries: [string, boolean][] = [['redis', await this.redisAccepts(passwords.redis)]];
    for (const { name } of BUS_USERS) tries.push([`nats ${name}`, await this.natsAccepts(user(name), passwords.nats)]);
    for (const service of DATABASE_SERVICES) {
      const url = urlForService(this.suite.databaseUrl, service, passwords.postgres(service), login(service));
      tries.push([`postgres ${service}`, await postgresAccepts(url)]);
    }
    return tries.flatMap(([name, isAccepted]) => (isAccepted ? [name] : [])).sort();
  }

  private async onRedis(password: string, command: readonly string[]): Promise<void> {
    const url = new URL(this.suite.redisUrl);
    url.password = password;
    const client = createClient({ url: url.href });
    client.on('error', () => undefined);
    await client.connect();
    await client.sendCommand([...command]);
    await client.close();
  }

  private redisAccepts(password: string): Promise<boolean> {
    const login = { say: `AUTH ${password}`, accepted: /\+OK/, refused: /-WRONGPASS/ };
    return isAccepted(this.suite.redisUrl, login, DEADLINE_MS);
  }

  private get natsPort(): number {
    return Number(new URL(this.suite.natsUrl).port);
  }

  /** Resolves when NATS accepts a user of the new configuration. */
  private async reloadNats(config: string, user: string, password: string): Promise<void> {
    writeFileSync(natsConfigIn(join(this.suite.directory, 'stores/nats')), config, { mode: 0o600 });
    const pid = this.suite.instances.find(({ service }) => service === 'nats')?.pid;
    if (pid === undefined) throw new Error('NATS does not run');
    process.kill(pid, 'SIGHUP');
    if (!(await waitUntil(() => this.natsAccepts(user, password), DEADLINE_MS)))
      throw new Error('NATS did not read its configuration again');
  }

  private natsAccepts(user: string, password: string): Promise<boolean> {
    const about = JSON.stringify({ user, pass: busPassword(password, user), verbose: false, protocol: 1 });
    const login = { say: `CONNECT ${about}\r\nPING`, accepted: /PONG/, refused: /-ERR 'Authorization Violation'/ };
    return isAccepted(this.suite.natsUrl, login, DEADLINE_MS);
  }
}

interface Passwords {
  readonly postgres: (service: DatabaseService) => string;
  readonly redis: string;
  /** From which those of the users are derived. */
  readonly nats: string;
}

function newPasswords(): Passwords {
  const [postgres, redis, nats] = [0, 1, 2].map(() => randomBytes(16).toString('hex'));
  return { postgres: (service) => `${postgres}${service}`, redis: redis ?? '', nats: nats ?? '' };
}

/** All that no log may contain. */
function wordsOf({ postgres, redis, nats }: Passwords): string[] {
  const users = BUS_USERS.flatMap(({ name }) => [name, secondUserOf(name)]);
  return [redis, nats, ...DATABASE_SERVICES.map(postgres), ...users.map((user) => busPassword(nats, user))];
}

const REFUSED = ['28P01', '28000'];

async function postgresAccepts(url: string): Promise<boolean> {
  try {
    const session = await connectToDatabase(url);
    await session.end();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSED.includes(String(error.code))) return false;
    throw error;
  }
}
