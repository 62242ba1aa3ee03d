import { Inject, Injectable } from '@nestjs/common';
import { callersChanged } from '@parley/contracts/organization';
import type { Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { endLeastUsed, endSessionOfDigest, insertSession } from '../credentials/browser-sessions.repository.js';
import { browserNameOf } from './browser-name.js';
import { MAX_SESSIONS } from './session-limits.js';
import { digestOfToken, newToken } from './session-tokens.js';

const HOUR_SECONDS = 3600;

/** Who signs in, and with what. */
export interface SigningIn {
  readonly userId: number;
  readonly passwordHash: string;
  readonly userAgent: string;
  /** The token that the browser had. */
  readonly replaces?: string | undefined;
}

export interface Begun {
  readonly token: string;
  readonly lastsSeconds: number;
  /** Whose sessions ended. To be announced after the commit. */
  readonly endedOf: readonly number[];
}

/**
 * Begins the sessions of people who proved who they are. The token is always new: a token that the browser sent is never adopted, so that one that
 * somebody else knows cannot become valid. Its session ends.
 */
@Injectable()
export class BegunSessions {
  private readonly lastsSeconds: number;

  constructor(
    @Inject(CONFIG) config: OrganizationConfig,
    private readonly bus: Bus,
  ) {
    this.lastsSeconds = config.SESSION_HOURS * HOUR_SECONDS;
  }

  /** Undefined, and nothing is stored, if the password was changed or the account deactivated meanwhile. */
  async begin(tx: Tx, organizationId: number, { userId, passwordHash, userAgent, replaces }: SigningIn): Promise<Begun | undefined> {
    const token = newToken();
    const session = { userId, digest: digestOfToken(token), browser: browserNameOf(userAgent), passwordHash };
    if (!(await insertSession(tx, organizationId, session))) return undefined;
    const tooMany = await endLeastUsed(tx, organizationId, userId, MAX_SESSIONS);
    const owner = replaces === undefined ? undefined : await endSessionOfDigest(tx, organizationId, digestOfToken(replaces));
    const endedOf = [...new Set([...(tooMany > 0 ? [userId] : []), ...(owner === undefined ? [] : [owner])])];
    return { token, lastsSeconds: this.lastsSeconds, endedOf };
  }

  announce(organizationId: number, { endedOf }: Begun): void {
    if (endedOf.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: [...endedOf] });
  }
}
