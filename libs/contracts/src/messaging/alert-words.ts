import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';

/** Characters of one alert word. */
const MAX_WORD_LENGTH = 100;
/** Maximum number of alert words in one request. */
const MAX_WORDS_PER_REQUEST = 1_000;

const words = () =>
  json(z.array(z.string().max(MAX_WORD_LENGTH)).max(MAX_WORDS_PER_REQUEST))
    .describe(`Surrounding white space and case are ignored. At most ${MAX_WORD_LENGTH} characters each.`)
    .example(['release', 'on call']);

const response = { alert_words: z.array(z.string()) };
const example = { alert_words: ['on call', 'release'] };

/** The caller's alert words: a message with one of them gets the flag `has_alert_word` for them. */
export const listAlertWords = endpoint({
  name: 'listAlertWords',
  method: 'GET',
  path: '/users/me/alert_words',
  service: 'messaging',
  scope: 'read',
  summary: 'Get your alert words',
  params: {},
  response,
  example,
});

/** Applies to messages sent from now on. Returns all words after the change. */
export const addAlertWords = endpoint({
  name: 'addAlertWords',
  method: 'POST',
  path: '/users/me/alert_words',
  service: 'messaging',
  scope: 'personal',
  summary: 'Add alert words',
  params: { alert_words: words() },
  response,
  errors: ['invalidFormat', 'tooManyAlertWords'],
  safeToRetry: true,
  example,
});

/** Existing flags remain. Unknown words are not an error. Returns all words after the change. */
export const removeAlertWords = endpoint({
  name: 'removeAlertWords',
  method: 'DELETE',
  path: '/users/me/alert_words',
  service: 'messaging',
  scope: 'personal',
  summary: 'Remove alert words',
  params: { alert_words: words() },
  response,
  errors: ['invalidFormat'],
  safeToRetry: true,
  example,
});
