import { Injectable } from '@nestjs/common';
import type { UserRecord } from '@parley/access';
import { apiErrors, type Caller, type CallOf, CHANNEL_SCOPES, type OutputOf, type TokenScope } from '@parley/contracts';
import { type createApiToken, MAX_TOKENS } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, type SqlReader } from '@parley/persistence';
import { digestOfApiToken, newApiToken } from '../credentials/api-tokens.js';
import { countApiTokens, insertApiToken } from '../credentials/api-tokens.repository.js';
import { visibleChannels } from '../groups/visible-channels.js';
import { PasswordOfSession } from './password-of-session.js';
import { tokenObjectOf } from './token-object.js';
import { accountForToken } from './token-owner.js';

const SECOND_MS = 1_000;

/** Makes a token for the caller or a bot. Only its digest is stored, so this answer is the only one that has it. */
@Injectable()
export class CreateApiToken {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly passwordCheck: PasswordOfSession,
  ) {}

  async execute({ caller, params }: CallOf<typeof createApiToken>): Promise<OutputOf<typeof createApiToken>> {
    const { name, scopes, channel_ids: channels, expires_at: expiresAt = null } = params;
    if (expiresAt !== null && expiresAt * SECOND_MS <= Date.now()) throw apiErrors.tokenExpiryInPast();
    if (channels !== undefined && scopes.some((scope) => !isOfChannels(scope))) throw apiErrors.scopesNotForChannels();
    await this.passwordCheck.execute(caller, params.password);
    const { organizationId } = caller;
    const { direct } = this.database;
    // All changes of an organization wait for each other. Channels are read before, because an organization can have thousands.
    await accountWithRoom(direct, caller, params.user_id);
    const channelIds = channels === undefined ? null : await checkedChannels(direct, caller, channels);
    const token = newApiToken();
    const stored = await this.eventLog.change(organizationId, async (tx) => {
      const account = await accountWithRoom(tx, caller, params.user_id);
      const digest = digestOfApiToken(token);
      return insertApiToken(tx, organizationId, { userId: account.id, digest, name, scopes: unique(scopes), channelIds, expiresAt });
    });
    return { token, ...tokenObjectOf(stored) };
  }
}

function isOfChannels(scope: TokenScope): boolean {
  return CHANNEL_SCOPES.includes(scope);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/**
 * The account that gets the token. Inside a change no other request adds a token meanwhile.
 * @throws tooManyTokens, and the errors of accountForToken
 */
async function accountWithRoom(reader: SqlReader, caller: Caller, userId: number | undefined): Promise<UserRecord> {
  const account = await accountForToken(reader, caller, userId);
  if ((await countApiTokens(reader, caller.organizationId, account.id)) >= MAX_TOKENS) throw apiErrors.tooManyTokens({ limit: MAX_TOKENS });
  return account;
}

/** @throws invalidChannelId for a channel that does not exist or that the caller may not see */
async function checkedChannels(reader: SqlReader, caller: Caller, channelIds: readonly number[]): Promise<number[]> {
  const visible = await visibleChannels(reader, caller, channelIds);
  if (channelIds.some((id) => !visible.has(id))) throw apiErrors.invalidChannelId();
  return unique(channelIds);
}
