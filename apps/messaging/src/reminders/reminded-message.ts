import { type PersonalMessage, readMessages, readViewer } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';
import { shownSender } from '../messages/message-sender.js';
import { type RemindedMessage, reminderText } from './reminder-text.js';

/** What a reminder says, and the channel that it links. */
export interface ReminderContent {
  readonly content: string;
  readonly channels: readonly { readonly id: number; readonly name: string }[];
}

/** The text of a reminder about this message. Undefined if the reader may not read it. */
export async function reminderContent(
  reader: SqlReader,
  addresses: OrganizationAddresses,
  caller: Caller,
  messageId: number,
  note: string,
): Promise<ReminderContent | undefined> {
  const [message] = await readMessages(reader, await readViewer(reader, caller), [messageId]);
  if (message === undefined) return undefined;
  const reminded = remindedMessage(message, addresses);
  const content = reminderText(reminded, note, addresses.url(message.facts.organizationStringId));
  return { content, channels: 'channel' in reminded.place ? [reminded.place.channel] : [] };
}

/** A sender whom the reader may not see is not named. */
function remindedMessage({ facts, sender }: PersonalMessage, addresses: OrganizationAddresses): RemindedMessage {
  const { id, content, recipient, organizationStringId } = facts;
  const { fullName } = shownSender(sender, addresses.mailDomain(organizationStringId));
  return {
    id,
    content,
    sender: { id: sender.id, name: fullName },
    place:
      recipient.kind === 'channel'
        ? { channel: { id: recipient.channelId, name: recipient.channelName }, topic: recipient.topic }
        : { participantIds: recipient.participants.map((person) => person.id) },
  };
}
