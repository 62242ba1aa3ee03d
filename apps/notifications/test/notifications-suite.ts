import { type Caller, topicKey } from '@parley/contracts';
import { messageSent, messageUpdated, sendMessage } from '@parley/contracts/messaging';
import { loggedEvents, type OrganizationRow, Rows, TestSuite, type UserRow } from '@parley/testing';
import { messagingConfig } from '../../messaging/src/config.js';
import { MessagingModule } from '../../messaging/src/messaging.module.js';
import type { UpdatedMessage } from '../src/deciding/edit-of.js';
import type { SentMessage } from '../src/deciding/sent-message.js';

/** An organization with people, and the messaging service, which sends real messages. */
export class NotificationsSuite {
  readonly rows: Rows;

  private constructor(readonly stores: TestSuite) {
    this.rows = new Rows(stores.database);
  }

  static async open(): Promise<NotificationsSuite> {
    const stores = await TestSuite.open();
    await stores.start('messaging', MessagingModule, messagingConfig);
    return new NotificationsSuite(stores);
  }

  close(): Promise<void> {
    return this.stores.close();
  }

  /** Two members and a channel to which both are subscribed. */
  async people(settings: Parameters<Rows['organization']>[0] = {}) {
    const organization = await this.rows.organization(settings);
    const zoe = await this.rows.user(organization, { fullName: 'Zoe' });
    const amir = await this.rows.user(organization, { fullName: 'Amir' });
    const channel = await this.rows.channel(organization, { name: 'plans' });
    await this.rows.subscription(channel, [zoe, amir]);
    await this.rows.firstMessage(channel);
    return { organization, zoe, amir, channel };
  }

  async settings(user: UserRow, values: Readonly<Record<string, boolean | number | string>>): Promise<void> {
    await this.stores.database.direct.$executeRaw`
      INSERT INTO user_settings (user_id, organization_id, values) VALUES (${user.id}, ${user.organizationId}, ${JSON.stringify(values)}::jsonb)
      ON CONFLICT (user_id) DO UPDATE SET values = user_settings.values || EXCLUDED.values`;
  }

  async follow(user: UserRow, channel: { readonly id: number }, topic: string, policy = 3): Promise<void> {
    await this.stores.database.direct.$executeRaw`
      INSERT INTO user_topic (user_id, channel_id, organization_id, topic_key, topic_name, visibility_policy)
      VALUES (${user.id}, ${channel.id}, ${user.organizationId}, ${topicKey(topic)}, ${topic}, ${policy})`;
  }

  /** Last active that long ago, and online that long ago. */
  async presence(user: UserRow, activeSecondsAgo: number, onlineSecondsAgo = activeSecondsAgo): Promise<void> {
    await this.stores.database.direct.$executeRaw`
      INSERT INTO user_presence (user_id, organization_id, update_id, active_at, idle_at)
      VALUES (${user.id}, ${user.organizationId}, 1, now() - make_interval(secs => ${activeSecondsAgo}::int), now() - make_interval(secs => ${onlineSecondsAgo}::int))
      ON CONFLICT (user_id, organization_id) DO UPDATE SET active_at = EXCLUDED.active_at, idle_at = EXCLUDED.idle_at`;
  }

  async toChannel(from: { readonly caller: Caller }, channel: { readonly id: number }, topic: string, content: string): Promise<number> {
    const { id } = await this.stores.call(sendMessage, from.caller, { type: 'channel', to: String(channel.id), topic, content });
    return id;
  }

  async direct(from: { readonly caller: Caller }, to: readonly { readonly id: number }[], content: string): Promise<number> {
    const ids = to.map(({ id }) => id);
    const { id } = await this.stores.call(sendMessage, from.caller, { type: 'direct', to: JSON.stringify(ids), content });
    return id;
  }

  /** The events of all edits in the organization. */
  async edited({ id }: Pick<OrganizationRow, 'id'>): Promise<UpdatedMessage[]> {
    const events = await loggedEvents(this.stores.database, id);
    return events.filter(({ type }) => type === messageUpdated.type).map(({ payload }) => messageUpdated.payload.parse(payload));
  }

  /** The events of all messages of the organization. */
  async sent({ id }: Pick<OrganizationRow, 'id'>): Promise<SentMessage[]> {
    const events = await loggedEvents(this.stores.database, id);
    return events.filter(({ type }) => type === messageSent.type).map(({ payload }) => messageSent.payload.parse(payload));
  }
}
