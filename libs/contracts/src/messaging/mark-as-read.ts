import { z } from 'zod';
import { endpoint } from '../contract.js';
import { int, text } from '../wire/param.js';

const complete = { complete: z.boolean() };

/** Marks a topic as read. */
export const markTopicAsRead = endpoint({
  name: 'markTopicAsRead',
  method: 'POST',
  path: '/mark_topic_as_read',
  service: 'messaging',
  scope: 'personal',
  deprecated: true,
  summary: 'Mark messages in a topic as read',
  params: { stream_id: int(), topic_name: text() },
  response: complete,
  errors: ['invalidChannelId', 'noSuchTopic'],
  safeToRetry: true,
  example: { complete: true },
});

/** Marks a channel as read with one watermark, regardless of the number of messages. */
export const markChannelAsRead = endpoint({
  name: 'markChannelAsRead',
  method: 'POST',
  path: '/mark_stream_as_read',
  service: 'messaging',
  scope: 'personal',
  deprecated: true,
  summary: 'Mark messages in a channel as read',
  params: { stream_id: int() },
  response: complete,
  errors: ['invalidChannelId'],
  safeToRetry: true,
  example: { complete: true },
});

export const markAllAsRead = endpoint({
  name: 'markAllAsRead',
  method: 'POST',
  path: '/mark_all_as_read',
  service: 'messaging',
  scope: 'personal',
  deprecated: true,
  summary: 'Mark all messages as read',
  params: {},
  response: complete,
  safeToRetry: true,
  example: { complete: true },
});
