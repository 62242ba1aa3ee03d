import { type Caller, ROLES } from '@parley/contracts';
import { createReminder, listReminders, listScheduledMessages, scheduleMessage } from '@parley/contracts/messaging';
import { expectSoon, type OrganizationRow, type UserRow } from '@parley/testing';
import { DeliverDue } from '../src/due/deliver-due.js';
import { MessagingSuite } from './messaging-suite.js';

/** In the year 2096. */
export const LATER = 3_976_300_800;

type Fields = Readonly<Record<string, unknown>>;

/** Messages and reminders that are sent later. */
export class DueSuite {
  private constructor(readonly messaging: MessagingSuite) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<DueSuite> {
    return new DueSuite(await MessagingSuite.open(env));
  }

  close(): Promise<void> {
    return this.messaging.close();
  }

  get client() {
    return this.messaging.client;
  }

  /** Ann and Bob in a channel, Eve outside, a guest, and the notification bot. */
  async setting() {
    const made = await this.messaging.channelOfTwo();
    const { rows } = this.messaging;
    const bot = await rows.user(made.organization, {
      isBot: true,
      isSystemBot: true,
      apiEmail: `notification-bot@${made.organization.stringId}.example.com`,
      fullName: 'Notification Bot',
    });
    const guest = await rows.user(made.organization, { fullName: 'Gus', role: ROLES.guest });
    return { ...made, bot, guest };
  }

  async schedule(by: UserRow, fields: Fields, caller: Partial<Caller> = {}): Promise<number> {
    const given = { content: 'later', topic: 'plans', scheduled_delivery_timestamp: LATER, ...fields };
    const { scheduled_message_id } = await this.messaging.call(scheduleMessage, { ...by.caller, ...caller }, given);
    return scheduled_message_id;
  }

  async scheduled(by: UserRow) {
    return (await this.messaging.call(listScheduledMessages, by.caller, {})).scheduled_messages;
  }

  async remind(by: UserRow, messageId: number, fields: Fields = {}): Promise<number> {
    const given = { message_id: messageId, scheduled_delivery_timestamp: LATER, ...fields };
    return (await this.messaging.call(createReminder, by.caller, given)).reminder_id;
  }

  async reminders(by: UserRow) {
    return (await this.messaging.call(listReminders, by.caller, {})).reminders;
  }

  /** Moves what the organization sends later into the past, in the order of the ids. The first ones are due first. */
  async makeDue({ id: organizationId }: Pick<OrganizationRow, 'id'>, secondsAgo = 60): Promise<void> {
    await this.client.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM organization_counter WHERE organization_id = ${organizationId} FOR UPDATE`;
      await tx.$executeRaw`
        UPDATE scheduled_message SET due_at = now() - make_interval(secs => ${secondsAgo}::float8) + make_interval(secs => id / 1e6)
        WHERE organization_id = ${organizationId} AND failure IS NULL`;
      await tx.$executeRaw`
        UPDATE reminder SET due_at = now() - make_interval(secs => ${secondsAgo}::float8) WHERE organization_id = ${organizationId} AND NOT failed`;
      await tx.$executeRaw`UPDATE due_organization SET next_at = now() WHERE organization_id = ${organizationId}`;
    });
  }

  /** Waits until nothing is due in the organization any more. */
  async untilDelivered({ id: organizationId }: Pick<OrganizationRow, 'id'>): Promise<void> {
    await this.messaging.service.app.get(DeliverDue).sweep();
    await expectSoon(() => this.countDue(organizationId), 0);
  }

  async countDue(organizationId: number): Promise<number> {
    const past = { lte: new Date() };
    return (
      (await this.client.scheduledMessage.count({ where: { organizationId, failure: null, dueAt: past } })) +
      (await this.client.reminder.count({ where: { organizationId, failed: false, dueAt: past } }))
    );
  }

  async deliver(organization: Pick<OrganizationRow, 'id'>, secondsAgo?: number): Promise<void> {
    await this.makeDue(organization, secondsAgo);
    await this.untilDelivered(organization);
  }

  /** The texts of the messages that the user can read, oldest first, as written. */
  async texts(by: UserRow): Promise<string[]> {
    const { messages } = await this.messaging.read(by, [], { apply_markdown: false });
    return messages.map(({ content }) => content);
  }
}
