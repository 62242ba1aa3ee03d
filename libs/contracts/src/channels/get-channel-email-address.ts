import { z } from 'zod';
import { endpoint } from '../contract.js';
import { int, pathInt } from '../wire/param.js';

/** An address at which mails become messages of the channel. Who knows it can post, as long as the person who got it may. */
export const getChannelEmailAddress = endpoint({
  name: 'getChannelEmailAddress',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  service: 'channels',
  scope: 'full',
  summary: 'Get the email address of a channel',
  params: {
    stream_id: pathInt(),
    sender_id: int()
      .optional()
      .describe(
        'The sender of messages that mails to the address become: the caller, a bot of theirs, or the email gateway bot (the default).',
      )
      .example(27),
  },
  response: {
    /** Empty if the server takes no mail. */
    email: z.string(),
  },
  errors: ['invalidChannelId', 'mayNotPost', 'mayNotSendToChannel', 'invalidMailSender'],
  example: { email: 'general.cuyda2fyba4fhmy3kqzlzdmrtbi.show-sender@mail.example.com' },
});
