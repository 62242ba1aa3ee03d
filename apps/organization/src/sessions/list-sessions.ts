import { Inject, Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listSessions } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { sessionsOf } from '../credentials/browser-sessions.repository.js';
import { sessionLimitsOf } from './session-limits.js';

@Injectable()
export class ListSessions {
  private readonly limits;

  constructor(
    @Inject(CONFIG) config: OrganizationConfig,
    private readonly database: Database,
  ) {
    this.limits = sessionLimitsOf(config);
  }

  async execute({ caller }: CallOf<typeof listSessions>): Promise<OutputOf<typeof listSessions>> {
    const found = await sessionsOf(this.database.direct, caller.organizationId, caller.userId, this.limits);
    const sessions = found.map(({ id, browser, name, createdAt, lastUsedAt }) => ({
      id,
      browser,
      name,
      created_at: createdAt,
      last_used_at: lastUsedAt,
      is_current: id === caller.sessionId,
    }));
    return { sessions };
  }
}
