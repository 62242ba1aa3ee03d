import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CredentialCache } from '../authentication/credential-cache.js';
import { HeldPolls } from './held-polls.js';

/**
 * Answers held polls of browser sessions when their person has changed. The session may have ended: the next poll is authenticated again, after the
 * cache has forgotten the person. A change of the whole organization ends sessions only if it is deactivated: then an event answers held polls.
 */
@Injectable()
export class SessionPolls implements OnModuleInit {
  constructor(
    private readonly callers: CredentialCache,
    private readonly holds: HeldPolls,
  ) {}

  onModuleInit(): void {
    this.callers.onForgotten((organizationId, userIds) => {
      if (userIds !== null) this.holds.releaseSessions(organizationId, userIds);
    });
  }
}
