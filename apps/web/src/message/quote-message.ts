import { getMessage, type MessageObject } from '@parley/contracts/messaging';
import { linkTo } from '../places/narrow-link.js';
import { messageTexts } from '../texts/parts/message-texts.js';
import type { PageContext } from '../workspace/context.js';
import { placeOfMessage } from '../workspace/names.js';
import { quoted } from './quote.js';

/** The Markdown that quotes a message, with a link to it. The mention tells the sender nothing: it is a silent one. */
export async function quoteMessage({ workspace, texts }: PageContext, message: MessageObject): Promise<string> {
  const { sender_full_name: name, sender_id: senderId, id } = message;
  const params = { message_id: id, apply_markdown: false, allow_empty_topic_name: true };
  const { content } = (await workspace.client.call(getMessage, params)).message;
  const place = placeOfMessage(message, workspace.session.userId);
  const link = linkTo(location.origin, place, id, workspace.session.userId);
  return quoted(texts.part(messageTexts).of('said', { name: `@_**${name}|${senderId}**`, link }), content);
}
