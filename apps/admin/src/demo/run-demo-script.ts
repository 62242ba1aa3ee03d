import { ApiError, type Caller } from '@parley/contracts';
import { subscribe } from '@parley/contracts/channels';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import type { Account } from '../accounts/find-account.js';
import type { Organization } from '../organizations/find-organization.js';
import type { RunningSuite } from '../running-suite.js';
import type { DemoScript, Joins, OpensChannel, Says, Step, Writes } from './script.js';

const CLIENT_NAME = 'Parley demo';
/** Used in place of an event queue id. Together with the number of the step as local id, it makes repeated sends idempotent. */
const QUEUE_ID = 'demo-seed';

/**
 * Creates the channels and sends the messages of a script on behalf of their users, so that everything is logged as if they had done it. It
 * runs only once: afterwards, people may change the organization, and for example a renamed channel stays renamed.
 */
export class RunDemoScript {
  private readonly callers: ReadonlyMap<string, Caller>;

  constructor(
    private readonly suite: RunningSuite,
    { id: organizationId }: Organization,
    accounts: ReadonlyMap<string, Account>,
  ) {
    const callers = [...accounts].map(([key, { userId, role, isBot, botOwnerId }]): [string, Caller] => [
      key,
      { organizationId, userId, role, isBot, botOwnerId, clientName: CLIENT_NAME },
    ]);
    this.callers = new Map(callers);
  }

  /** Returns whether there was anything to do. An interrupted run starts again from the first step; completed steps change nothing. */
  async execute({ story }: DemoScript): Promise<boolean> {
    if (await this.isComplete(story)) return false;
    for (const [number, step] of story.entries()) await this.perform(step, String(number));
    return true;
  }

  /** A story is complete when its last message exists, which has a topic of its own. */
  private async isComplete(story: readonly Step[]): Promise<boolean> {
    const last = story.at(-1);
    if (last?.step !== 'says') throw new Error('a story must end with a message to a channel');
    try {
      const { messages } = await this.suite.callAsUser(
        getMessages,
        {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [
            { operator: 'channel', operand: last.channel },
            { operator: 'topic', operand: last.topic },
          ],
          client_gravatar: true,
          apply_markdown: false,
          use_first_unread_anchor: false,
          allow_empty_topic_name: true,
        },
        this.callerOf(last.by),
      );
      return messages.length > 0;
    } catch (error) {
      // The channel does not exist yet.
      if (error instanceof ApiError && error.code === 'BAD_NARROW') return false;
      throw error;
    }
  }

  private perform(step: Step, localId: string): Promise<unknown> {
    switch (step.step) {
      case 'opens-channel':
        return this.openChannel(step);
      case 'joins':
        return this.addSubscribers(step);
      case 'says':
        return this.say(step, localId);
      case 'writes':
        return this.write(step, localId);
    }
  }

  private openChannel({ by, channel, description, members, access, isDefault }: OpensChannel) {
    const subscribers = [by, ...members.filter((key) => key !== by)];
    return this.suite.callAsUser(
      subscribe,
      {
        ...SUBSCRIPTION_DEFAULTS,
        subscriptions: [{ name: channel, description }],
        principals: this.idsOf(subscribers),
        invite_only: access !== 'public',
        history_public_to_subscribers: access !== 'private with protected history',
        is_default_stream: isDefault,
      },
      this.callerOf(by),
    );
  }

  private addSubscribers({ by, channel, members }: Joins) {
    return this.suite.callAsUser(
      subscribe,
      { ...SUBSCRIPTION_DEFAULTS, subscriptions: [{ name: channel }], principals: this.idsOf(members) },
      this.callerOf(by),
    );
  }

  private say({ by, channel, topic, content }: Says, localId: string) {
    const message = { type: 'channel', to: channel, topic, content } as const;
    return this.suite.callAsUser(
      sendMessage,
      { ...message, read_by_sender: true, queue_id: QUEUE_ID, local_id: localId },
      this.callerOf(by),
    );
  }

  private write({ by, to, content }: Writes, localId: string) {
    const message = { type: 'direct', to: this.idsOf(to), content } as const;
    return this.suite.callAsUser(
      sendMessage,
      { ...message, read_by_sender: true, queue_id: QUEUE_ID, local_id: localId },
      this.callerOf(by),
    );
  }

  private idsOf(keys: readonly string[]): number[] {
    return keys.map((key) => this.callerOf(key).userId);
  }

  private callerOf(key: string): Caller {
    const caller = this.callers.get(key);
    if (caller === undefined) throw new Error(`no active user has the key ${key}`);
    return caller;
  }
}

/** Parameters of subscriptions that a script does not choose. */
const SUBSCRIPTION_DEFAULTS = {
  authorization_errors_fatal: true,
  announce: false,
  send_new_subscription_messages: false,
  invite_only: false,
  is_web_public: false,
  is_default_stream: false,
  topics_policy: 'inherit',
} as const;
