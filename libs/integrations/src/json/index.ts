import { apiErrors } from '@parley/contracts';
import { z } from 'zod';
import { event, type Integration } from '../integration.js';
import { startOfJson } from '../text/bounds.js';
import { codeBlock, MAX_BODY } from '../text/markdown.js';
import { topic } from '../text/topic.js';
import { fillTemplate } from './template.js';

const DEFAULT_TOPIC = 'JSON';

export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  summary: 'Any JSON, as code or with a template of yours.',
  steps: [
    'Post JSON to the URL of the bot.',
    'For a text of your own add `template=`, with the names of fields in braces: `{build.name} is {build.status}`. Items of lists have numbers: `{jobs.0.name}`. A template has at most 100 fields.',
  ],
  formats: ['json', 'form'],
  urlOptions: [
    { key: 'template', label: 'The message, with fields of the JSON in braces', inputType: 'text' },
    { key: 'topic_template', label: 'The topic, with fields of the JSON in braces', inputType: 'text' },
  ],
  deliveryId: ({ headers }) => headers['idempotency-key'],
  events: {
    json: event(z.unknown(), (payload, { options: { template, topic_template: topicTemplate } }) => {
      const content =
        template === undefined
          ? codeBlock(startOfJson(payload, MAX_BODY, 2), 'json')
          : fillTemplate(template, payload, { as: 'markdown', option: 'template' });
      if (content.trim() === '') throw apiErrors.invalidWebhookOption({ name: 'template', problem: 'results in an empty message' });
      const named = topicTemplate === undefined ? '' : fillTemplate(topicTemplate, payload, { as: 'plain', option: 'topic_template' });
      return { topic: topic(named) || DEFAULT_TOPIC, content };
    }),
  },
};
