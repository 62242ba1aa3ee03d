import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors, BOT_TYPES, type InputOf, type OutputOf, type verifyCredentials } from '@parley/contracts';
import { Database, organizationsAmong } from '@parley/persistence';
import { type NamedByHost, OrganizationAddresses, Runtime } from '@parley/runtime';
import { ApiKeys } from './api-keys.js';
import { type KeyOwner, keyOwners } from './key-owner.js';

type Input = InputOf<typeof verifyCredentials>;
type Identity = OutputOf<typeof verifyCredentials>;

/** Credentials that may be right, as far as their form goes. */
interface Plausible {
  readonly given: Input;
  readonly named: Exclude<NamedByHost, { kind: 'unknown' }>;
  /** By which the key may be stored, in hexadecimal. */
  readonly digests: readonly string[];
}

/**
 * Who has these credentials. Key, user name and host must agree. Where they do not, the answer is the same as for a key that does not exist.
 * One statement for any number of keys, and another one where a host may be that of no organization.
 */
@Injectable()
export class VerifyCredentials {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly apiKeys: ApiKeys,
    private readonly runtime: Runtime,
  ) {}

  /** @throws ApiError as the contract declares */
  async execute(given: Input): Promise<Identity> {
    const [answer] = await this.executeMany([given]);
    if (answer === undefined) throw new Error('credentials have no answer');
    if (answer instanceof ApiError) throw answer;
    return answer;
  }

  /** What each of them is answered, in their order. */
  async executeMany(all: readonly Input[]): Promise<readonly (Identity | ApiError)[]> {
    const read = all.map((given) => this.read(given));
    const plausible = read.filter((each): each is Plausible => !(each instanceof ApiError));
    const digests = plausible.flatMap((each) => each.digests);
    const owners = digests.length === 0 ? new Map<string, KeyOwner>() : await keyOwners(this.database, digests);
    const ownerOf = (each: Plausible) => each.digests.map((digest) => owners.get(digest)).find((owner) => owner !== undefined);
    const existing = await this.existing(plausible.filter((each) => !belongsHere(each, ownerOf(each))));
    return read.map((each) => (each instanceof ApiError ? each : this.answer(each, ownerOf(each), existing)));
  }

  private read(given: Input): Plausible | ApiError {
    const named = this.addresses.read(given.host);
    if (named.kind === 'unknown') return apiErrors.unknownOrganization();
    if (!this.apiKeys.isWellFormed(given.apiKey)) return apiErrors.malformedApiKey();
    return { given, named, digests: this.apiKeys.digests(given.apiKey).map((digest) => digest.toString('hex')) };
  }

  private answer(each: Plausible, owner: KeyOwner | undefined, existing: ReadonlySet<string>): Identity | ApiError {
    const isHere = belongsHere(each, owner);
    if (!isHere && each.named.kind === 'organization' && !existing.has(each.named.stringId)) return apiErrors.unknownOrganization();
    if (owner === undefined || !isHere || !isNamed(owner, each.given.username)) return apiErrors.invalidApiKey();
    if (owner.isOrganizationDeactivated) return apiErrors.organizationDeactivated();
    if (!owner.isActive) return apiErrors.userDeactivated();
    if (!owner.isKnownActive) this.noteActivity(owner);
    const { organizationId, userId, role, isBot, botOwnerId } = owner;
    const isIncomingWebhook = owner.botType === BOT_TYPES.incomingWebhook;
    return { organizationId, userId, role, isBot, botOwnerId, ...(isIncomingWebhook ? { isIncomingWebhook } : {}) };
  }

  /** Once a day for each account. The answer does not wait for it, and tomorrow it is tried again. */
  private noteActivity({ organizationId, userId }: KeyOwner): void {
    this.database.client.$executeRaw`
      UPDATE user_account SET last_active_on = current_date
      WHERE id = ${userId} AND organization_id = ${organizationId} AND last_active_on < current_date`.catch((err: unknown) => {
      this.runtime.logger.warn({ err, organizationId, userId }, 'failed to record account activity');
    });
  }

  /** Which of the organizations that their hosts name there are. */
  private async existing(asked: readonly Plausible[]): Promise<ReadonlySet<string>> {
    const names = asked.flatMap(({ named }) => (named.kind === 'organization' ? [named.stringId] : []));
    return names.length === 0 ? new Set() : organizationsAmong(this.database.client, [...new Set(names)]);
  }
}

/** On a bare host every key does. */
function belongsHere({ named }: Plausible, owner: KeyOwner | undefined): boolean {
  return named.kind === 'bare' || owner?.stringId === named.stringId;
}

/** By API or real email address, in any case. */
function isNamed({ apiEmail, deliveryEmail }: KeyOwner, username: string): boolean {
  const given = username.trim().toLowerCase();
  return given === apiEmail.toLowerCase() || given === deliveryEmail.toLowerCase();
}
