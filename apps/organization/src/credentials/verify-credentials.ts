import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type InputOf } from '@parley/contracts';
import type { verifyCredentials } from '@parley/contracts/organization';
import { Database, organizationsAmong } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountActivity } from './account-activity.js';
import { ApiKeys } from './api-keys.js';
import { belongsTo, deactivationOf, type Identity, identityOf, type PossibleHost } from './credential-owner.js';
import { type KeyOwner, keyOwners } from './key-owners.repository.js';

type Input = InputOf<typeof verifyCredentials>;

/** Credentials that are well-formed. */
interface Plausible {
  readonly given: Input;
  readonly named: PossibleHost;
  /** The digests under which the key can be stored, in hexadecimal. */
  readonly digests: readonly string[];
}

/**
 * Resolves credentials to an identity. Key, user name and host must agree. If they do not, the answer is the same as for an unknown
 * key.
 * It takes one statement for any number of credentials, and a second one if the organization of a host may not exist.
 */
@Injectable()
export class VerifyCredentials {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly apiKeys: ApiKeys,
    private readonly activity: AccountActivity,
  ) {}

  /** @throws ApiError as declared by the contract */
  async execute(given: Input): Promise<Identity> {
    const [answer] = await this.executeMany([given]);
    if (answer === undefined) throw new Error('credentials have no answer');
    if (answer instanceof ApiError) throw answer;
    return answer;
  }

  /** The results in the order of the credentials. */
  async executeMany(all: readonly Input[]): Promise<readonly (Identity | ApiError)[]> {
    const read = all.map((given) => this.read(given));
    const plausible = read.filter((each): each is Plausible => !(each instanceof ApiError));
    const digests = plausible.flatMap((each) => each.digests);
    const owners = digests.length === 0 ? new Map<string, KeyOwner>() : await keyOwners(this.database.direct, digests);
    const ownerOf = (each: Plausible) => each.digests.map((digest) => owners.get(digest)).find((owner) => owner !== undefined);
    const existing = await this.existing(plausible.filter((each) => !belongsTo(each.named, ownerOf(each))));
    return read.map((each) => (each instanceof ApiError ? each : this.answer(each, ownerOf(each), existing)));
  }

  private read(given: Input): Plausible | ApiError {
    const named = this.addresses.read(given.host);
    if (named.kind === 'unknown') return apiErrors.unknownOrganization();
    if (!this.apiKeys.isWellFormed(given.apiKey)) return apiErrors.malformedApiKey();
    return { given, named, digests: this.apiKeys.digests(given.apiKey).map((digest) => digest.toString('hex')) };
  }

  private answer({ named, given }: Plausible, owner: KeyOwner | undefined, existing: ReadonlySet<string>): Identity | ApiError {
    const isHere = belongsTo(named, owner);
    if (!isHere && named.kind === 'organization' && !existing.has(named.stringId)) return apiErrors.unknownOrganization();
    if (owner === undefined || !isHere || !isNamed(owner, given)) return apiErrors.invalidApiKey();
    const refusal = deactivationOf(owner);
    if (refusal !== undefined) return refusal;
    this.activity.note(owner);
    return identityOf(owner);
  }

  /** The organizations that exist among those named by the hosts. */
  private async existing(credentials: readonly Plausible[]): Promise<ReadonlySet<string>> {
    const names = credentials.flatMap(({ named }) => (named.kind === 'organization' ? [named.stringId] : []));
    return names.length === 0 ? new Set() : organizationsAmong(this.database.direct, [...new Set(names)]);
  }
}

/** By API email or real email address. Case-insensitive. */
function isNamed({ apiEmail, deliveryEmail }: KeyOwner, { username, keyAlone }: Input): boolean {
  if (keyAlone === true) return true;
  const given = username.trim().toLowerCase();
  return given === apiEmail.toLowerCase() || given === deliveryEmail.toLowerCase();
}
