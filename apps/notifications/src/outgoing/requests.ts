import type { MessageObject } from '@parley/contracts/messaging';
import { SERVICE_INTERFACES } from '@parley/contracts/organization';
import type { CalledBot, DueCall } from './calls.repository.js';

export interface ProgramRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const SLACK_WITHOUT_DIRECT = 'The interface of Slack knows no direct messages.';

interface Sent {
  /** As the bot sees it. */
  readonly message: MessageObject;
  /** Markdown. */
  readonly raw: string;
  readonly host: string;
}

/** The request in the format of the bot's interface. Undefined if that format cannot express it. */
export function requestOf(call: DueCall, bot: CalledBot, sent: Sent): ProgramRequest | undefined {
  // The same for all attempts, so that a program recognizes repetitions.
  const delivery = { 'x-parley-delivery': `${call.organizationId}-${call.botId}-${call.messageId}` };
  if (bot.interface === SERVICE_INTERFACES.slack) {
    const form = slackForm(call, bot, sent);
    return form && { headers: { ...delivery, 'content-type': 'application/x-www-form-urlencoded' }, body: form.toString() };
  }
  const { flags: _, ...message } = sent.message;
  const body = {
    data: sent.raw,
    message,
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    token: bot.token,
    trigger: call.trigger,
  };
  return { headers: { ...delivery, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function slackForm(call: DueCall, bot: CalledBot, { message, raw, host }: Sent): URLSearchParams | undefined {
  if (typeof message.display_recipient !== 'string') return undefined;
  return new URLSearchParams({
    token: bot.token,
    team_id: `T${call.organizationId}`,
    team_domain: host,
    channel_id: `C${message.stream_id}`,
    channel_name: message.display_recipient,
    thread_ts: String(message.id),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: raw,
    trigger_word: call.trigger,
    service_id: String(call.botId),
  });
}
