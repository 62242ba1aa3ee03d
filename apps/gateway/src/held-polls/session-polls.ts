import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CredentialCache } from '../authentication/credential-cache.js';
import { HeldPolls } from './held-polls.js';

/**
 * Answers held polls of browser sessions when their person has changed. The session may have ended: the next poll is authenticated again, after the
 * cache has forgotten the person.
 */
@Injectable()
export class SessionPolls implements OnModuleInit {
  constructor(
    private readonly callers: CredentialCache,
    private readonly holds: HeldPolls,
  ) {}

  onModuleInit(): void {
    this.callers.onForgotten((organizationId, userIds) => this.holds.releaseSessions(organizationId, userIds));
  }
}
