import { getChannelId, subscribe } from '@parley/contracts/channels';
import {
  addReaction,
  addSubmessage,
  deleteAttachment,
  deleteMessage,
  getAttachments,
  markTopicAsRead,
  removeReaction,
  sendMessage,
  updateMessage,
  updateMessageFlags,
  uploadFile,
} from '@parley/contracts/messaging';
import type { Operation, OperationContext } from './operation.js';

async function say({ me, channelId }: OperationContext, topic: string, content: string, to = channelId): Promise<number> {
  return (await me.ok(sendMessage, { type: 'channel', to, topic, content })).id;
}

const flag: Operation = async (context) => {
  const id = await say(context, 'flags', `@**${context.otherName}** look`);
  await context.me.ok(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' });
  await context.me.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' });
  await context.me.ok(updateMessageFlags, { messages: [id], op: 'remove', flag: 'starred' });
  await context.me.ok(markTopicAsRead, { stream_id: context.channelId, topic_name: 'flags' });
};

const talkDirectly: Operation = async ({ me, myId, otherId, ownerId }) => {
  await me.ok(sendMessage, { type: 'direct', to: [otherId], content: 'between us' });
  await me.ok(sendMessage, { type: 'direct', to: [...new Set([myId, otherId, ownerId])], content: 'among several' });
};

const editAndMove: Operation = async (context) => {
  const id = await say(context, 'edits', 'first');
  await context.me.ok(updateMessage, { message_id: id, content: `@**${context.otherName}** second` });
  await context.me.ok(updateMessage, { message_id: id, topic: 'moved' });
};

/** In a channel of its own, so that its first message is deleted too. */
const remove: Operation = async (context) => {
  const name = context.fresh('emptied');
  await context.me.ok(subscribe, { subscriptions: [{ name }], principals: [context.myId, context.otherId] });
  const { stream_id } = await context.me.ok(getChannelId, { stream: name });
  const first = await say(context, 'here', 'one', stream_id);
  await say(context, 'here', 'two', stream_id);
  await context.owner.ok(deleteMessage, { message_id: first });
};

const react: Operation = async (context) => {
  const message_id = await say(context, 'reactions', '/poll Lunch?\nsoup');
  await context.me.ok(addReaction, { message_id, emoji_name: 'tada' });
  await context.me.ok(removeReaction, { message_id, emoji_name: 'tada' });
  await context.me.ok(addSubmessage, { message_id, msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' });
};

const attach: Operation = async (context) => {
  const name = `${context.fresh('note').replaceAll(' ', '-')}.txt`;
  const { body } = await context.me.upload(uploadFile, [{ name, content: 'a note' }]);
  await say(context, 'files', `[note](${body.url})`);
  const { attachments } = await context.me.ok(getAttachments, {});
  const mine = attachments.find((attachment) => attachment.name === name);
  await context.me.ok(deleteAttachment, { attachment_id: mine?.id });
};

export const messageOperations: readonly Operation[] = [flag, talkDirectly, editAndMove, remove, react, attach];
