import { updateMessage } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

const QUIET = { send_notification_to_new_thread: false };

/** A messaging suite with helpers for tests of moves. */
export class MoveSuite {
  private constructor(readonly suite: MessagingSuite) {}

  static async open(): Promise<MoveSuite> {
    return new MoveSuite(await MessagingSuite.open());
  }

  /** Three users in two public channels. */
  async setting() {
    const { rows } = this.suite;
    const organization = await rows.organization();
    const ann = await rows.user(organization, { fullName: 'Ann' });
    const bob = await rows.user(organization, { fullName: 'Bob' });
    const channel = await rows.channel(organization, { name: 'design' });
    const other = await rows.channel(organization, { name: 'build' });
    await rows.subscription(channel, [ann, bob]);
    await rows.subscription(other, [ann, bob]);
    return { organization, ann, bob, channel, other };
  }

  /** Moves a message without notices, unless `fields` request them. */
  move(by: UserRow, id: number, fields: Readonly<Record<string, unknown>>) {
    return this.suite.call(updateMessage, by.caller, { ...QUIET, ...fields }, { message_id: String(id) });
  }

  /** Makes the message this old. */
  async age(id: number, seconds: number): Promise<void> {
    await this.suite.client.message.update({ where: { id }, data: { sentAt: new Date(Date.now() - seconds * 1000) } });
  }
}
