import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, pathInt } from '../wire/param.js';

const entry = z.object({
  /** Null if the editor is unknown. */
  user_id: z.int().nullable(),
  timestamp: z.int(),
  topic: z.string(),
  content: z.string().optional(),
  rendered_content: z.string().optional(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  content_html_diff: z.string().optional(),
  prev_topic: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
});
export type MessageHistoryEntry = z.infer<typeof entry>;

/** All versions of a message, from the first to the current one. */
export const getMessageHistory = endpoint({
  name: 'getMessageHistory',
  method: 'GET',
  path: '/messages/{message_id}/history',
  service: 'messaging',
  scope: 'read',
  expensive: true,
  summary: 'Get the edit history of a message',
  description: 'Oldest version first. Content is omitted if the organization shows moves only.',
  params: { message_id: pathInt(), allow_empty_topic_name: bool().default(false) },
  response: { message_history: z.array(entry) },
  errors: ['invalidMessages', 'editHistoryDisabled'],
  example: {
    message_history: [
      { user_id: 7, timestamp: 1795261905, topic: 'greetings', content: 'as it was', rendered_content: '<p>as it was</p>' },
      {
        user_id: 7,
        timestamp: 1795261905,
        topic: 'greetings',
        content: 'as it is',
        rendered_content: '<p>as it is</p>',
        prev_content: 'as it was',
        prev_rendered_content: '<p>as it was</p>',
        content_html_diff: '<p>as it <span class="highlight_text_deleted">was</span><span class="highlight_text_inserted">is</span></p>',
      },
    ],
  },
});
