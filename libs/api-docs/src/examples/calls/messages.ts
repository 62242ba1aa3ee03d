import { answer, type CallExamples, NOTES } from '../call-example.js';
import { asBot } from './people.js';

const message_id = answer('sendMessage', '.id');
const stream_id = answer('getChannelId', '.stream_id');
const draft = { type: 'stream', to: [stream_id], topic: 'plans', content: 'What if we' };
const scheduled_message_id = answer('scheduleMessage', '.scheduled_message_id');
/** In the year 2096. */
const scheduled_delivery_timestamp = 3_976_300_800;
const narrow = [{ operator: 'channel', operand: 'general' }];

export const messageCalls: CallExamples = {
  sendMessage: { params: { type: 'channel', to: 'general', topic: 'greetings', content: 'Hello, **world**' } },
  getMessages: { params: { anchor: 'newest', num_before: 5, num_after: 0, narrow } },
  getMessage: { params: { message_id } },
  getMessageHistory: { params: { message_id } },
  getReadReceipts: { params: { message_id } },
  updateMessage: { params: { message_id, content: 'Hello, **everybody**' } },
  deleteMessage: { params: { message_id } },
  previewWelcomeMessage: { params: { welcome_message_custom_text: 'Hello **you**' } },
  reportMessage: {
    params: { message_id, report_type: 'spam' },
    unable: 'The demo organization has not chosen a channel for moderation requests (`moderation_request_channel_id` of `PATCH /realm`).',
  },
  startMessageExport: { params: { export_type: 1 } },
  listMessageExports: { params: {} },
  listExportConsents: { params: {} },
  deleteMessageExport: {
    params: { export_id: answer('startMessageExport', '.id') },
    unable: 'The export that was begun a moment before can be in progress.',
  },
  deleteTopic: { params: { stream_id, topic_name: 'greetings' }, after: ['sendMessage'] },
  addReaction: { params: { message_id, emoji_name: 'tada' } },
  removeReaction: { params: { message_id, emoji_name: 'tada' }, after: ['addReaction'] },
  addSubmessage: { params: { message_id, msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' } },
  receiveWebhook: {
    params: {
      integration: 'json',
      stream: 'general',
      topic: 'builds',
      request: { name: 'site', state: 'passed' },
    },
    as: asBot,
    after: ['createBot'],
  },
  renderMessage: { params: { content: 'Hello, **world**' } },
  matchNarrow: { params: { msg_ids: [message_id], narrow: [{ operator: 'search', operand: 'world' }] } },
  updateMessageFlags: { params: { messages: [message_id], op: 'add', flag: 'starred' } },
  updateMessageFlagsForNarrow: { params: { anchor: 'newest', num_before: 100, num_after: 0, narrow, op: 'add', flag: 'read' } },
  markAllAsRead: { params: {} },
  markChannelAsRead: { params: { stream_id } },
  markTopicAsRead: { params: { stream_id, topic_name: 'greetings' }, after: ['sendMessage'] },
  setTyping: { params: { op: 'start', type: 'direct', to: [answer('getUsers', '.members[1].user_id')] } },
  setEditTyping: { params: { message_id, op: 'start' } },
  createDrafts: { params: { drafts: [draft] } },
  listDrafts: { params: {} },
  editDraft: { params: { draft_id: answer('createDrafts', '.ids[0]'), draft } },
  deleteDraft: { params: { draft_id: answer('createDrafts', '.ids[0]') } },
  scheduleMessage: {
    params: { type: 'channel', to: stream_id, topic: 'greetings', content: 'Good morning', scheduled_delivery_timestamp },
  },
  listScheduledMessages: { params: {} },
  editScheduledMessage: { params: { scheduled_message_id, content: 'Good evening' } },
  deleteScheduledMessage: { params: { scheduled_message_id } },
  createReminder: { params: { message_id, scheduled_delivery_timestamp, note: 'Call them' } },
  listReminders: { params: {} },
  deleteReminder: { params: { reminder_id: answer('createReminder', '.reminder_id') } },
  uploadFile: { params: { file: NOTES } },
  getAttachments: { params: {}, after: ['uploadFile'] },
  deleteAttachment: { params: { attachment_id: answer('getAttachments', '.attachments.at(-1).id') } },
  getTemporaryFileUrl: {
    params: {
      realm_id_str: answer('uploadFile', '.url.split("/")[2]'),
      filename: answer('uploadFile', '.url.split("/").slice(3).join("/")'),
    },
  },
  listAlertWords: { params: {} },
  addAlertWords: { params: { alert_words: ['lunch'] } },
  removeAlertWords: { params: { alert_words: ['lunch'] } },
  muteUser: { params: { muted_user_id: answer('createUser', '.user_id') } },
  unmuteUser: { params: { muted_user_id: answer('createUser', '.user_id') }, after: ['muteUser'] },
  getEmojiData: { params: {} },
};
