import { Injectable } from '@nestjs/common';
import { type Caller, MESSAGE_ATTRS } from '@parley/contracts';
import type { AttachmentObject, MessageEdit, MessageUpdated } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { AlertedUsers } from '../alert-words/alerted-users.js';
import { relinkMessage } from '../attachments/message-links.js';
import { readersUnsubscribed } from '../channel-history/channel-watchers.repository.js';
import type { TargetMessage } from '../messages/target-message.repository.js';
import type { RenderInChange } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import type { Addressee } from '../sending/addressee.js';
import { compose } from '../sending/compose.js';
import type { Destination } from '../sending/destination.js';
import { questionOf } from '../sending/draft.js';
import { readSendContext, type SendContext } from '../sending/send-context.repository.js';
import { followWhereMentioned } from '../topic-visibility/follow-where-mentioned.js';
import { rewriteFlags } from './editing.repository.js';

/** Bits that follow from the content. The other bits of a message stay when it is edited. */
const TEXT_ATTRS =
  MESSAGE_ATTRS.channelWildcard |
  MESSAGE_ATTRS.topicWildcard |
  MESSAGE_ATTRS.hasLink |
  MESSAGE_ATTRS.hasImage |
  MESSAGE_ATTRS.hasAttachment |
  MESSAGE_ATTRS.meMessage;

export interface EditedContent {
  /** The content part of the event. */
  readonly payload: NonNullable<MessageUpdated['content']>;
  readonly attrs: number;
  /** What the edit history stores. */
  readonly edit: Pick<MessageEdit, 'prev_content' | 'prev_rendered_content'>;
  /** Uploads of the editor that no message links any more. */
  readonly detachedUploads: AttachmentObject[];
}

/**
 * Changes the content of a message: its rendering, mentions, alerts and linked uploads. Runs inside a change, so the message is current.
 */
@Injectable()
export class EditContent {
  constructor(private readonly alerted: AlertedUsers) {}

  /** Writes everything except the message's own row and its edit history. */
  async execute(
    tx: Tx,
    log: ChangeLog,
    caller: Caller,
    message: TargetMessage,
    content: string,
    render: RenderInChange,
  ): Promise<EditedContent> {
    const { organizationId } = caller;
    const text = { content, isReadBySender: (message.attrs & MESSAGE_ATTRS.readBySender) !== 0 };
    const context = await readSendContext(tx, organizationId, questionOf(caller, addresseeOf(message), content));
    const rendered = render(renderJobOf(content, context));
    const composed = compose(caller, text, context, destinationOf(message, context), rendered, message.attrs);
    const { facts, flags, botIds, uploads } = await this.alerted.flag(tx, organizationId, context.alertWordsVersion, composed);
    const bots = await botsReached(tx, organizationId, message.place, botIds);
    const mentioned = await rewriteFlags(tx, organizationId, message.id, flags, bots);
    if (message.place !== null) await followWhereMentioned(tx, log, organizationId, message.place, mentioned);
    const isMeMessage = (facts.attrs & MESSAGE_ATTRS.meMessage) !== 0;
    return {
      payload: { before: message.content, renderedBefore: message.rendered, after: content, rendered: facts.rendered, isMeMessage },
      attrs: (message.attrs & ~TEXT_ATTRS) | (facts.attrs & TEXT_ATTRS),
      edit: { prev_content: message.content, prev_rendered_content: message.rendered },
      detachedUploads: await relinkMessage(tx, log, uploads.sender, { messageId: message.id, paths: uploads.paths }),
    };
  }
}

function addresseeOf({ place, participantIds }: TargetMessage): Addressee {
  if (place === null) return { kind: 'direct', userIds: [...participantIds], emails: [] };
  return { kind: 'channel', channel: { by: 'id', id: place.channel.id }, topic: place.topic };
}

/** The current place of the message. No permission is checked. */
function destinationOf({ id, place }: TargetMessage, { channel, people }: SendContext): Destination {
  if (place === null) {
    return { kind: 'direct', participants: people.filter((person) => person.takesPart).sort((a, b) => a.id - b.id) };
  }
  if (channel === null) throw new Error(`the channel of message ${id} is gone`);
  return { kind: 'channel', channel, topic: place.topic };
}

/** The mentioned bots that are not subscribed and may read the message: as with a new message, they need no subscription. */
async function botsReached(
  tx: Tx,
  organizationId: number,
  place: TargetMessage['place'],
  botIds: readonly number[],
): Promise<readonly number[]> {
  if (place === null || botIds.length === 0) return [];
  return readersUnsubscribed(tx, organizationId, place.channel.id, botIds);
}
