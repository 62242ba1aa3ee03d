import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { int, text } from '../wire/param.js';

/** Attaches data of a widget to a message: a vote in a poll, a task of a to-do list. The sender of the message must be the first to attach. */
export const addSubmessage = endpoint({
  name: 'addSubmessage',
  method: 'POST',
  path: '/submessage',
  service: 'messaging',
  scope: 'send',
  summary: 'Add a submessage',
  params: {
    message_id: int().example(42),
    msg_type: text({ min: 1, max: 100 }).example('widget'),
    content: text({ max: LIMITS.max_message_length })
      .describe('JSON text. The widget defines its format.')
      .example('{"type":"vote","key":"canned,0","vote":1}'),
  },
  response: {},
  errors: [
    'invalidMessages',
    'invalidFormat',
    'mayNotAttachSubmessage',
    'invalidSubmessage',
    'mayNotEditPollQuestion',
    'mayNotEditTaskListTitle',
    'tooManySubmessages',
  ],
});
