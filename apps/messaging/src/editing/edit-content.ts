import { Injectable } from '@nestjs/common';
import { type Caller, MESSAGE_ATTRS } from '@parley/contracts';
import type { AttachmentObject, MessageEdit, MessageUpdated } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { AlertedUsers } from '../alert-words/alerted-users.js';
import { relinkMessage } from '../attachments/message-links.js';
import { readersUnsubscribed } from '../channel-history/unsubscribed-readers.repository.js';
import { textAttrs } from '../composing/compose.js';
import { readComposeContext } from '../composing/compose-context.repository.js';
import { mentionedNames } from '../composing/mentioned-names.js';
import { mentionsOf } from '../composing/mentions.js';
import type { Addressee } from '../destinations/addressee.js';
import { type Destination, participantsOf, receiversOf, viewerOf } from '../destinations/destination.js';
import type { DestinationContext } from '../destinations/destination-context.repository.js';
import type { TargetMessage } from '../messages/target-message.repository.js';
import type { RenderInChange } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
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
    const context = await readComposeContext(tx, caller, { to: addresseeOf(message), names: mentionedNames(content) });
    const rendered = render(renderJobOf(content, context.text));
    const destination = currentDestination(message, context.destination);
    const { flags: mentionFlags, botIds } = mentionsOf(rendered, context, destination, message.attrs);
    const alertable = { content, to: receiversOf(destination), flags: mentionFlags };
    const flags = await this.alerted.flag(tx, organizationId, context.alertWordsVersion, alertable);
    const bots = await botsReached(tx, organizationId, message.place, botIds);
    const mentioned = await rewriteFlags(tx, organizationId, message.id, flags, bots);
    if (message.place !== null) await followWhereMentioned(tx, log, organizationId, message.place, mentioned);
    const uploads = { messageId: message.id, paths: rendered.attachmentPaths };
    const { html, isMeMessage } = rendered;
    return {
      payload: { before: message.content, renderedBefore: message.rendered, after: content, rendered: html, isMeMessage },
      attrs: (message.attrs & ~TEXT_ATTRS) | textAttrs(rendered, destination),
      edit: { prev_content: message.content, prev_rendered_content: message.rendered },
      detachedUploads: await relinkMessage(tx, log, viewerOf(caller, context.destination), uploads),
    };
  }
}

function addresseeOf({ place, participantIds }: TargetMessage): Addressee {
  if (place === null) return { kind: 'direct', userIds: [...participantIds], emails: [] };
  return { kind: 'channel', channel: { by: 'id', id: place.channel.id }, topic: place.topic };
}

/** The current place of the message. No permission is checked. */
function currentDestination({ id, place }: TargetMessage, context: DestinationContext): Destination {
  if (place === null) return { kind: 'direct', participants: participantsOf(context) };
  if (context.channel === null) throw new Error(`the channel of message ${id} is gone`);
  return { kind: 'channel', channel: context.channel, topic: place.topic };
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
