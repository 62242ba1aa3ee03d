import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type InputOf } from '@parley/contracts';
import { BOT_TYPES, PROVISION_SCOPE, type verifyCredentials } from '@parley/contracts/organization';
import { Database, organizationsAmong } from '@parley/persistence';
import { OrganizationAddresses, Runtime } from '@parley/runtime';
import { AccountActivity } from './account-activity.js';
import { ApiKeys } from './api-keys.js';
import { digestOfApiToken, isApiToken } from './api-tokens.js';
import { recordTokenUse, type TokenOwner, tokenOwners } from './api-tokens.repository.js';
import { belongsTo, deactivationOf, type Identity, identityOf, type PossibleHost } from './credential-owner.js';
import { type KeyOwner, keyOwners } from './key-owners.repository.js';

type Input = InputOf<typeof verifyCredentials>;
type Owner = KeyOwner | TokenOwner;

/** Credentials that are well-formed. */
interface Plausible {
  readonly given: Input;
  readonly named: PossibleHost;
  /** It is an API token. Otherwise it is an API key. */
  readonly isToken: boolean;
  /** The digests under which it can be stored, in hexadecimal. */
  readonly digests: readonly string[];
}

/**
 * Resolves credentials to an identity. Key, user name and host must agree. If they do not, the answer is the same as for an unknown
 * key.
 * It takes one statement for any number of API keys, one for any number of API tokens, and another one if the organization of a host may not exist.
 */
@Injectable()
export class VerifyCredentials {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly apiKeys: ApiKeys,
    private readonly activity: AccountActivity,
    private readonly runtime: Runtime,
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
    const owners = await this.owners(plausible);
    const ownerOf = (each: Plausible) => each.digests.map((digest) => owners.get(digest)).find((owner) => owner !== undefined);
    const existing = await this.existing(plausible.filter((each) => !belongsTo(each.named, ownerOf(each))));
    return read.map((each) => (each instanceof ApiError ? each : this.answer(each, ownerOf(each), existing)));
  }

  private async owners(plausible: readonly Plausible[]): Promise<ReadonlyMap<string, Owner>> {
    const digestsOf = (isToken: boolean) => plausible.filter((each) => each.isToken === isToken).flatMap(({ digests }) => digests);
    const [keys, tokens] = [digestsOf(false), digestsOf(true)];
    const { direct } = this.database;
    const [ofKeys, ofTokens] = await Promise.all([
      keys.length === 0 ? new Map<string, Owner>() : keyOwners(direct, keys),
      tokens.length === 0 ? new Map<string, Owner>() : tokenOwners(direct, tokens),
    ]);
    return tokens.length === 0 ? ofKeys : new Map<string, Owner>([...ofKeys, ...ofTokens]);
  }

  private read(given: Input): Plausible | ApiError {
    const named = this.addresses.read(given.host);
    if (named.kind === 'unknown') return apiErrors.unknownOrganization();
    const hex = (digests: readonly Buffer[]) => digests.map((digest) => digest.toString('hex'));
    if (this.apiKeys.isWellFormed(given.apiKey)) return { given, named, isToken: false, digests: hex(this.apiKeys.digests(given.apiKey)) };
    // A token does not belong into a URL.
    const isToken = given.acceptsTokens === true && given.keyAlone !== true && isApiToken(given.apiKey);
    return isToken ? { given, named, isToken, digests: hex([digestOfApiToken(given.apiKey)]) } : apiErrors.malformedApiKey();
  }

  private answer({ named, given }: Plausible, owner: Owner | undefined, existing: ReadonlySet<string>): Identity | ApiError {
    const isHere = belongsTo(named, owner);
    if (!isHere && named.kind === 'organization' && !existing.has(named.stringId)) return apiErrors.unknownOrganization();
    if (owner === undefined || !isHere || !isMeant(owner, given)) return apiErrors.invalidApiKey();
    const refusal = deactivationOf(owner) ?? keyRefusal(owner, given);
    if (refusal !== undefined) return refusal;
    this.activity.note(owner);
    if (!('tokenId' in owner)) return identityOf(owner);
    this.noteUse(owner);
    return { ...identityOf(owner), token: tokenOf(owner) };
  }

  /** Once an hour. The answer does not wait for it. A failed update is repeated by the next request. */
  private noteUse({ organizationId, tokenId, isKnownUsed }: TokenOwner): void {
    if (isKnownUsed) return;
    recordTokenUse(this.database.direct, organizationId, tokenId).catch((err: unknown) => {
      this.runtime.logger.warn({ err, organizationId }, 'failed to record the use of an API token');
    });
  }

  /** The organizations that exist among those named by the hosts. */
  private async existing(credentials: readonly Plausible[]): Promise<ReadonlySet<string>> {
    const names = credentials.flatMap(({ named }) => (named.kind === 'organization' ? [named.stringId] : []));
    return names.length === 0 ? new Set() : organizationsAmong(this.database.direct, [...new Set(names)]);
  }
}

/** Senders of webhooks know only a URL with a key, so these keys are always accepted, but only of bots that may do nothing except send. */
function keyRefusal(owner: Owner, { keyAlone }: Input): ApiError | undefined {
  if ('tokenId' in owner || owner.keysAllowed) return undefined;
  return keyAlone === true && owner.botType === BOT_TYPES.incomingWebhook ? undefined : apiErrors.apiKeysDisabled();
}

function tokenOf({ tokenId, scopes, channelIds, expiresAt }: TokenOwner): NonNullable<Identity['token']> {
  return {
    id: tokenId,
    scopes,
    ...(channelIds === null ? {} : { channelIds }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}

/** A directory sends a token for provisioning alone. Everywhere else such a token is invalid, and all other credentials come with their account. */
function isMeant(owner: Owner, given: Input): boolean {
  const isForDirectories = 'tokenId' in owner && owner.scopes.includes(PROVISION_SCOPE);
  return given.provisioning === true ? isForDirectories : !isForDirectories && isNamed(owner, given);
}

/** By API email or real email address. Case-insensitive. */
function isNamed({ apiEmail, deliveryEmail }: Owner, { username, keyAlone }: Input): boolean {
  if (keyAlone === true) return true;
  const given = username.trim().toLowerCase();
  return given === apiEmail.toLowerCase() || given === deliveryEmail.toLowerCase();
}
