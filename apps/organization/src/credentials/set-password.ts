import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { callersChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { organizationOf } from '../organization-of.js';
import { CredentialsRepository } from './credentials.repository.js';
import { Passwords, personalWords } from './passwords.js';

/** Sets the password of an account, which ends its browser sessions. Bots have none. */
@Injectable()
export class SetPassword {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly passwords: Passwords,
    private readonly credentials: CredentialsRepository,
  ) {}

  async execute(organizationId: number, userId: number, password: string): Promise<void> {
    const user = await userById(this.database.direct, organizationId, userId);
    if (user === undefined || user.isBot) throw apiErrors.noSuchUser();
    const organization = await organizationOf(this.database.client, organizationId);
    const hash = await this.passwords.hash(password, personalWords(organization, user), { organizationId, personId: userId });
    await this.eventLog.change(organizationId, (tx) => this.credentials.putPassword(tx, organizationId, userId, hash));
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
  }
}
