import { Injectable } from '@nestjs/common';
import { realmEmojiStillUrl, realmEmojiUrl } from '@parley/access';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { purgePeople } from '@parley/contracts/organization';
import { deleteOutboxCalls } from '@parley/event-log';
import { deleteMailsOf } from '@parley/mail';
import { Database, type PurgeStep, purgeForAWhile, purgeRows } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { avatarKeys } from '../avatars/change-avatar.js';
import { pictureKey } from '../pictures/picture-key.js';
import { deleteAccounts, deleteEmoji, someAccounts, someEmoji } from './purge.repository.js';

const ACCOUNTS = 500;
/** Each has up to two pictures, which are removed one by one. */
const EMOJI = 100;

/**
 * Deletes the people and the configuration of an organization that is being purged, after all other services. The triggers of the audit log
 * record each deletion, so the audit log comes last.
 */
@Injectable()
export class PurgePeople {
  readonly steps: readonly PurgeStep[];

  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {
    this.steps = [
      purgeRows(database, 'email_change', { key: ['user_id'] }),
      purgeRows(database, 'password_reset', { key: ['expires_at', 'nonce'] }),
      purgeRows(database, 'browser_session', { key: ['id'] }),
      purgeRows(database, 'api_key', { key: ['user_id'] }),
      purgeRows(database, 'api_token', { key: ['id'] }),
      purgeRows(database, 'user_password', { key: ['user_id'] }),
      purgeRows(database, 'second_factor', { key: ['user_id'] }),
      purgeRows(database, 'sign_in_step', { key: ['id'] }),
      purgeRows(database, 'sign_in_flow', { key: ['state_digest'] }),
      purgeRows(database, 'linked_identity', { key: ['provider_id', 'subject'] }),
      purgeRows(database, 'identity_provider', { key: ['id'] }),
      purgeRows(database, 'bot_storage', { column: 'bot_id', parent: 'user_account' }),
      purgeRows(database, 'bot_service', { key: ['bot_id'] }),
      purgeRows(database, 'bot_config', { column: 'bot_id', parent: 'user_account' }),
      purgeRows(database, 'profile_value', { key: ['user_id', 'field_id'] }),
      purgeRows(database, 'profile_field', { key: ['name'] }),
      this.emoji(),
      purgeRows(database, 'linkifier', { key: ['pattern'] }),
      purgeRows(database, 'playground', { key: ['pygments_language', 'name'] }),
      purgeRows(database, 'organization_domain', { key: ['domain'] }),
      purgeRows(database, 'user_group_member', { column: 'group_id', parent: 'user_group' }),
      purgeRows(database, 'user_group_subgroup', { column: 'group_id', parent: 'user_group' }),
      purgeRows(database, 'scim_group', { key: ['group_id'] }),
      purgeRows(database, 'user_group', { key: ['id'] }),
      purgeRows(database, 'scim_user', { key: ['user_id'] }),
      this.people(),
      purgeRows(database, 'sent_mail', { key: ['key'] }),
      purgeRows(database, 'mail_allowance', { key: ['kind', 'address', 'place'] }),
      this.mails(),
      this.outbox(),
      purgeRows(database, 'audit_log', { key: ['id'] }),
    ];
  }

  execute(input: InputOf<typeof purgePeople>): Promise<OutputOf<typeof purgePeople>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }

  private emoji(): PurgeStep {
    return {
      tables: ['realm_emoji'],
      run: async (organizationId) => {
        const found = await someEmoji(this.database.client, organizationId, EMOJI);
        await this.remove(
          found.flatMap((each) => [realmEmojiUrl(each), realmEmojiStillUrl(each)].filter((url) => url !== null)).map(pictureKey),
        );
        const ids = found.map(({ id }) => id);
        return { deleted: await deleteEmoji(this.database.direct, organizationId, ids), hasMore: found.length >= EMOJI };
      },
    };
  }

  private people(): PurgeStep {
    return {
      tables: ['user_account'],
      run: async (organizationId) => {
        const found = await someAccounts(this.database.client, organizationId, ACCOUNTS);
        await this.remove(
          found.flatMap((user) =>
            avatarKeys(user, { avatarSource: user.avatarSource === 'U' ? 'U' : 'G', avatarVersion: user.avatarVersion }),
          ),
        );
        const ids = found.map(({ id }) => id);
        return { deleted: await deleteAccounts(this.database.direct, organizationId, ids), hasMore: found.length >= ACCOUNTS };
      },
    };
  }

  /** The table has no organization. It holds only mails that wait to be sent. */
  private mails(): PurgeStep {
    return {
      tables: [],
      run: async (organizationId) => ({ deleted: await deleteMailsOf(this.database.direct, organizationId), hasMore: false }),
    };
  }

  private outbox(): PurgeStep {
    return {
      tables: ['outbox_call'],
      run: async (organizationId) => ({ deleted: await deleteOutboxCalls(this.database.direct, organizationId), hasMore: false }),
    };
  }

  private async remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.storage.remove(key)));
  }
}
