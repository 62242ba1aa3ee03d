import { Inject, Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type InputOf } from '@parley/contracts';
import type { verifySessions } from '@parley/contracts/organization';
import { Database, organizationsAmong } from '@parley/persistence';
import { CONFIG, OrganizationAddresses, Runtime } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { AccountActivity } from '../credentials/account-activity.js';
import { recordUse, type SessionOwner, sessionOwners } from '../credentials/browser-sessions.repository.js';
import { belongsTo, deactivationOf, type Identity, identityOf, type PossibleHost } from '../credentials/credential-owner.js';
import { sessionLimitsOf } from './session-limits.js';
import { digestOfToken } from './session-tokens.js';

interface Given {
  readonly named: PossibleHost;
  readonly digest: string;
}

/**
 * Resolves tokens of sessions to identities, with one statement for any number, and a second one if the organization of a host may not exist. A
 * session of another organization is answered like one that does not exist.
 */
@Injectable()
export class VerifySessions {
  private readonly limits;

  constructor(
    @Inject(CONFIG) config: OrganizationConfig,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly activity: AccountActivity,
    private readonly runtime: Runtime,
  ) {
    this.limits = sessionLimitsOf(config);
  }

  /** The results in the order of the sessions. */
  async execute({ sessions }: InputOf<typeof verifySessions>): Promise<readonly (Identity | ApiError)[]> {
    const read = sessions.map(({ host, token }) => this.read(host, token));
    const given = read.filter((each): each is Given => each !== undefined);
    const digests = given.map(({ digest }) => digest);
    const owners = digests.length === 0 ? new Map<string, SessionOwner>() : await sessionOwners(this.database.direct, digests, this.limits);
    const existing = await this.existing(given.filter(({ named, digest }) => !belongsTo(named, owners.get(digest))));
    return read.map((each) =>
      each === undefined ? apiErrors.unknownOrganization() : this.answer(each, owners.get(each.digest), existing),
    );
  }

  /** Undefined: the host is not of this installation. */
  private read(host: string, token: string): Given | undefined {
    const named = this.addresses.read(host);
    return named.kind === 'unknown' ? undefined : { named, digest: digestOfToken(token).toString('hex') };
  }

  private answer({ named }: Given, owner: SessionOwner | undefined, existing: ReadonlySet<string>): Identity | ApiError {
    const isHere = belongsTo(named, owner);
    if (!isHere && named.kind === 'organization' && !existing.has(named.stringId)) return apiErrors.unknownOrganization();
    if (owner === undefined || !isHere) return apiErrors.sessionEnded();
    const refusal = deactivationOf(owner);
    if (refusal !== undefined) return refusal;
    this.activity.note(owner);
    this.noteUse(owner);
    const identity = { ...identityOf(owner), sessionId: owner.sessionId };
    return owner.lacksSecondFactor ? { ...identity, lacksSecondFactor: true } : identity;
  }

  /** Once an hour. The answer does not wait for it. A failed update is repeated by the next request. */
  private noteUse({ organizationId, sessionId, isKnownUsed }: SessionOwner): void {
    if (isKnownUsed) return;
    recordUse(this.database.direct, organizationId, sessionId).catch((err: unknown) => {
      this.runtime.logger.warn({ err, organizationId }, 'failed to record the use of a session');
    });
  }

  /** The organizations that exist among those named by the hosts. */
  private async existing(given: readonly Given[]): Promise<ReadonlySet<string>> {
    const names = given.flatMap(({ named }) => (named.kind === 'organization' ? [named.stringId] : []));
    return names.length === 0 ? new Set() : organizationsAmong(this.database.direct, [...new Set(names)]);
  }
}
