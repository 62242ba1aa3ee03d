import { Inject, Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type Caller, SYSTEM_VISITOR } from '@parley/contracts';
import { getMessage, type MessageObject, sendMessage, sendNotice } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { RpcClient } from '@parley/rpc';
import { CONFIG, METRICS, OrganizationAddresses, Runtime } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { type CalledBot, calledBotOf, type DueCall, endCall, postponeCall } from './calls.repository.js';
import { type Outcome, postOutside } from './post-outside.js';
import { replyIn } from './replies.js';
import { requestOf, SLACK_WITHOUT_DIRECT } from './requests.js';

/** The first attempt, and three repetitions. */
const MAX_ATTEMPTS = 4;
/** Before the first repetition. Each further pause is five times as long. */
const FIRST_PAUSE_SECONDS = 2;
const PAUSE_FACTOR = 5;
/** If another service of ours is away. Such attempts do not count. */
const OWN_PAUSE_SECONDS = 5;
/** The queue of replies, which no client has. With it, a reply that is sent again is the same message. */
const REPLIES_QUEUE = 'outgoing-webhooks';
const NOT_READABLE = apiErrors.invalidMessages().msg;

type Ended = 'answered' | 'silent' | 'failed' | 'dropped';

/** Calls the program behind a bot once, and sends its reply as the bot. If it fails for good, the owner of the bot is told. */
@Injectable()
export class CallProgram {
  private readonly calls;

  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    private readonly addresses: OrganizationAddresses,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
    private readonly runtime: Runtime,
  ) {
    this.calls = runtime.metrics.counter(METRICS.programCalls);
  }

  async execute(call: DueCall): Promise<void> {
    const { organizationId, botId } = call;
    const bot = await calledBotOf(this.database.direct, organizationId, botId);
    if (bot === undefined) return this.end(call, 'dropped');
    const caller = { organizationId, userId: botId, role: bot.role, isBot: true, botOwnerId: bot.ownerId, clientName: 'OutgoingWebhook' };
    try {
      await this.attempt(call, bot, caller);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 500) throw error;
      await postponeCall(this.database.direct, organizationId, call, { seconds: OWN_PAUSE_SECONDS, attempts: call.attempts - 1 });
    }
  }

  private async attempt(call: DueCall, bot: CalledBot, caller: Caller): Promise<void> {
    const found = await this.read(call, caller);
    // Deleted meanwhile, or moved to where the bot may not read.
    if (found === undefined) return this.end(call, 'dropped');
    const host = this.addresses.mailDomain(bot.stringId);
    const request = requestOf(call, bot, { ...found, host });
    if (request === undefined) return this.fail(call, bot, SLACK_WITHOUT_DIRECT);
    const outcome = await postOutside(bot.baseUrl, request, { allowed: this.config.OUTGOING_WEBHOOK_NETWORKS });
    if (outcome.kind === 'failed') return this.afterFailure(call, bot, outcome);
    const reply = replyIn(outcome.body);
    if (reply.kind === 'invalid') return this.fail(call, bot, 'Its answer is not a JSON object.');
    if (reply.kind === 'silent') return this.end(call, 'silent');
    await this.reply(call, bot, { caller, message: found.message, content: reply.content });
  }

  /** With the rights of the bot. Undefined if it may not read the message. */
  private async read({ messageId }: DueCall, caller: Caller): Promise<{ message: MessageObject; raw: string } | undefined> {
    const params = { message_id: messageId, apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true };
    try {
      const { message, raw_content } = await this.rpc.call(getMessage, params, caller);
      return { message, raw: raw_content };
    } catch (error) {
      if (error instanceof ApiError && error.msg === NOT_READABLE) return undefined;
      throw error;
    }
  }

  private async reply(
    call: DueCall,
    bot: CalledBot,
    { caller, message, content }: { caller: Caller; message: MessageObject; content: string },
  ): Promise<void> {
    const { display_recipient: people, stream_id: to, subject: topic } = message;
    const where = Array.isArray(people)
      ? ({ type: 'direct', to: people.map(({ id }) => id) } as const)
      : ({ type: 'channel', to, topic } as const);
    const once = { queue_id: REPLIES_QUEUE, local_id: `${call.botId}-${call.messageId}` };
    try {
      await this.rpc.call(sendMessage, { ...where, content, ...once }, caller);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return this.fail(call, bot, `Its reply could not be sent: ${error.msg}`);
    }
    await this.end(call, 'answered');
  }

  private async afterFailure(call: DueCall, bot: CalledBot, { reason, isTemporary }: Extract<Outcome, { kind: 'failed' }>): Promise<void> {
    if (!isTemporary || call.attempts >= MAX_ATTEMPTS) return this.fail(call, bot, reason);
    this.calls.inc({ outcome: 'repeated' });
    const seconds = FIRST_PAUSE_SECONDS * PAUSE_FACTOR ** (call.attempts - 1);
    await postponeCall(this.database.direct, call.organizationId, call, { seconds, attempts: call.attempts });
  }

  private async fail(call: DueCall, bot: CalledBot, reason: string): Promise<void> {
    const { organizationId, botId, messageId } = call;
    this.runtime.logger.info({ organizationId, botId, messageId, attempts: call.attempts }, 'the program of a bot failed');
    if (bot.ownerId !== null) {
      const content = `A message to your bot @_**${bot.fullName}|${botId}** did not reach its program, or was not answered. ${reason}`;
      const notice = { to: { userId: bot.ownerId }, content, channels: [], readBy: null };
      await this.rpc.call(sendNotice, { organizationId, key: `program-${botId}-${messageId}`, notice }, SYSTEM_VISITOR);
    }
    await this.end(call, 'failed');
  }

  private async end(call: DueCall, outcome: Ended): Promise<void> {
    await endCall(this.database.direct, call.organizationId, call);
    this.calls.inc({ outcome });
  }
}
