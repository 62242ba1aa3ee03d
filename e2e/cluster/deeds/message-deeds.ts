import {
  addReaction,
  addSubmessage,
  deleteAttachment,
  deleteMessage,
  getAttachments,
  getChannelId,
  markTopicAsRead,
  removeReaction,
  sendMessage,
  subscribe,
  updateMessage,
  updateMessageFlags,
  uploadFile,
} from '@parley/contracts';
import type { Cast, Deed } from './deed.js';

async function say({ me, channelId }: Cast, topic: string, content: string, to = channelId): Promise<number> {
  return (await me.ok(sendMessage, { type: 'channel', to, topic, content })).id;
}

const flag: Deed = async (cast) => {
  const id = await say(cast, 'flags', `@**${cast.otherName}** look`);
  await cast.me.ok(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' });
  await cast.me.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' });
  await cast.me.ok(updateMessageFlags, { messages: [id], op: 'remove', flag: 'starred' });
  await cast.me.ok(markTopicAsRead, { stream_id: cast.channelId, topic_name: 'flags' });
};

const talkDirectly: Deed = async ({ me, myId, otherId, ownerId }) => {
  await me.ok(sendMessage, { type: 'direct', to: [otherId], content: 'between us' });
  await me.ok(sendMessage, { type: 'direct', to: [...new Set([myId, otherId, ownerId])], content: 'among several' });
};

const editAndMove: Deed = async (cast) => {
  const id = await say(cast, 'edits', 'first');
  await cast.me.ok(updateMessage, { message_id: id, content: `@**${cast.otherName}** second` });
  await cast.me.ok(updateMessage, { message_id: id, topic: 'moved' });
};

/** In a channel of its own, so that its first message is deleted too. */
const remove: Deed = async (cast) => {
  const name = cast.fresh('emptied');
  await cast.me.ok(subscribe, { subscriptions: [{ name }], principals: [cast.myId, cast.otherId] });
  const { stream_id } = await cast.me.ok(getChannelId, { stream: name });
  const first = await say(cast, 'here', 'one', stream_id);
  await say(cast, 'here', 'two', stream_id);
  await cast.owner.ok(deleteMessage, { message_id: first });
};

const react: Deed = async (cast) => {
  const message_id = await say(cast, 'reactions', '/poll Lunch?\nsoup');
  await cast.me.ok(addReaction, { message_id, emoji_name: 'tada' });
  await cast.me.ok(removeReaction, { message_id, emoji_name: 'tada' });
  await cast.me.ok(addSubmessage, { message_id, msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' });
};

const attach: Deed = async (cast) => {
  const name = `${cast.fresh('note').replaceAll(' ', '-')}.txt`;
  const { body } = await cast.me.upload(uploadFile, [{ name, content: 'a note' }]);
  await say(cast, 'files', `[note](${body.url})`);
  const { attachments } = await cast.me.ok(getAttachments, {});
  const mine = attachments.find((attachment) => attachment.name === name);
  await cast.me.ok(deleteAttachment, { attachment_id: mine?.id });
};

export const messageDeeds: readonly Deed[] = [flag, talkDirectly, editAndMove, remove, react, attach];
