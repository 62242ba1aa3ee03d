import { z } from 'zod';
import { event, type Integration } from '../integration.js';
import { oneLine } from '../text/escape.js';
import { topic } from '../text/topic.js';
import { slackMessage, writeSlackMessage } from './message.js';

const DEFAULT_TOPIC = 'Slack';

export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhook',
  summary: 'Messages of programs that can send to an incoming webhook of Slack: text, attachments and blocks.',
  steps: ['Give the program the URL of the bot as the URL of the incoming webhook of Slack.'],
  formats: ['json', 'form'],
  urlOptions: [],
  events: {
    message: event(slackMessage.extend({ channel: z.string().optional() }), (message) => {
      const content = writeSlackMessage(message);
      if (content === '') return undefined;
      const channel = oneLine(message.channel ?? '').replace(/^[#@]/, '');
      return { topic: topic(channel) || DEFAULT_TOPIC, content };
    }),
  },
  plainAnswer: 'ok',
};
