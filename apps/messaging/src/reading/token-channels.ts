import type { PersonalMessage } from '@parley/access';
import { apiErrors, type Caller, mayUseChannel, type Visitor } from '@parley/contracts';
import type { Narrow } from './narrow-context.js';

/** Whether the caller's API token is for the channel of the message. Other credentials, and visitors, have no such limit. */
export function isInChannelsOf(caller: Caller | Visitor, { facts: { recipient } }: PersonalMessage): boolean {
  return !('token' in caller) || mayUseChannel(caller.token, recipient.kind === 'channel' ? recipient.channelId : null);
}

/**
 * A narrow keeps to the channels of an API token if it names one of them: all its terms must hold for each message. The terms are those after the
 * look-up, because `with` replaces the channel. @throws tokenOfOtherChannels
 */
export function refuseOtherChannels(caller: Caller | Visitor, { terms }: Narrow): void {
  if (!('token' in caller) || caller.token?.channelIds === undefined) return;
  const { token } = caller;
  const isInside = terms.some((term) => term.operator === 'channel' && !term.negated && mayUseChannel(token, term.channel.id));
  if (!isInside) throw apiErrors.tokenOfOtherChannels();
}
