import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CredentialCache } from '../authentication/credential-cache.js';
import { HeldPolls } from './held-polls.js';

/**
 * Answers the held polls of a person's browser sessions and API tokens when that person's account changed, because the session may have ended: the next
 * poll is authenticated again, after the cache has forgotten the person. When the whole organization changed, this does nothing: sessions
 * end only when the organization is deactivated, and then the event of the deactivation answers the polls. When it no longer accepts API keys, all its
 * polls are answered.
 */
@Injectable()
export class SessionPolls implements OnModuleInit {
  constructor(
    private readonly callers: CredentialCache,
    private readonly holds: HeldPolls,
  ) {}

  onModuleInit(): void {
    this.callers.onForgotten((organizationId, userIds, keysChanged) => {
      if (keysChanged) this.holds.releaseOrganization(organizationId);
      else if (userIds !== null) this.holds.releaseSessions(organizationId, userIds);
    });
  }
}
