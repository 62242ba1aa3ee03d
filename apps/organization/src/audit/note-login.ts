import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { countLogin, type Login } from './audit-log.repository.js';

/** Writes a login into the audit log. A failure is logged, and does not fail the login. */
@Injectable()
export class NoteLogin {
  constructor(
    private readonly database: Database,
    private readonly runtime: Runtime,
  ) {}

  async execute(organizationId: number, login: Login): Promise<void> {
    try {
      await countLogin(this.database.direct, organizationId, login);
    } catch (err) {
      this.runtime.logger.error({ err, organizationId }, 'failed to write a login into the audit log');
    }
  }
}
