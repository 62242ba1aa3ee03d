import type { Viewer } from '@parley/access';
import { type Caller, MESSAGE_ATTRS, ROLES } from '@parley/contracts';
import type { MessageFacts } from '@parley/contracts/messaging';
import { compiledLinkifiers, type Linkifiers, type Rendered, topicLinks } from '@parley/markdown';
import { type Destination, senderOf, viewerOf } from '../destinations/destination.js';
import { senderFacts } from '../messages/message-sender.js';
import type { ComposeContext } from './compose-context.repository.js';
import type { Mentions } from './mentions.js';
import { type Widget, widgetOfContent } from './widget-of-content.js';

/** A message ready to be stored, without its id, its time and the id of its conversation. */
export interface ComposedMessage extends Mentions {
  readonly facts: Omit<MessageFacts, 'id' | 'sentAt' | 'recipient'>;
  readonly destination: Destination;
  /** The widget that the sender created with a command; stored as the first submessage. */
  readonly widget: Widget | null;
  readonly uploads: LinkedUploads;
  /** Whether some readers may not be allowed to see everyone whom the message names: guests are limited, and may read it. */
  readonly mayMeetStrangers: boolean;
}

/** Uploads that a text links, and the user who links them. */
export interface LinkedUploads {
  readonly sender: Viewer;
  /** As in markdown's attachmentPaths. */
  readonly paths: readonly string[];
}

/** What a message is composed of. */
export interface MessageParts extends Mentions {
  readonly content: string;
  readonly rendered: Rendered;
  /** MESSAGE_ATTRS */
  readonly attrs: number;
  readonly destination: Destination;
}

export function composeMessage(caller: Caller, { destination: place, text }: ComposeContext, parts: MessageParts): ComposedMessage {
  const { content, rendered, attrs, destination, flags, botIds } = parts;
  return {
    destination,
    flags,
    botIds,
    widget: widgetOfContent(content),
    mayMeetStrangers: place.organization.rules.guestsAreLimited && mayHaveGuests(destination),
    uploads: { paths: rendered.attachmentPaths, sender: viewerOf(caller, place) },
    facts: {
      organizationStringId: place.organization.stringId,
      sender: senderFacts({ ...senderOf(place), organizationId: caller.organizationId }),
      clientName: caller.clientName,
      content,
      rendered: rendered.html,
      attrs,
      ...linksOf(destination, compiledLinkifiers(text.linkifiers)),
    },
  };
}

/** MESSAGE_ATTRS that follow from the text. In a direct message both wildcards mean all participants. */
export function textAttrs(rendered: Rendered, { kind }: Destination): number {
  const bits: readonly (readonly [number, boolean])[] = [
    [MESSAGE_ATTRS.channelWildcard, rendered.channelWildcard || (kind === 'direct' && rendered.topicWildcard)],
    [MESSAGE_ATTRS.topicWildcard, rendered.topicWildcard],
    [MESSAGE_ATTRS.hasLink, rendered.hasLink],
    [MESSAGE_ATTRS.hasImage, rendered.hasImage],
    [MESSAGE_ATTRS.hasAttachment, rendered.hasAttachment],
    [MESSAGE_ATTRS.meMessage, rendered.isMeMessage],
  ];
  return bits.reduce((attrs, [bit, isSet]) => (isSet ? attrs | bit : attrs), 0);
}

function mayHaveGuests(destination: Destination): boolean {
  return destination.kind === 'channel' || destination.participants.some(({ role }) => role === ROLES.guest);
}

function linksOf(destination: Destination, linkifiers: Linkifiers): Pick<MessageFacts, 'topicLinks'> {
  const links = destination.kind === 'channel' ? topicLinks(destination.topic, linkifiers) : [];
  return links.length === 0 ? {} : { topicLinks: links };
}
