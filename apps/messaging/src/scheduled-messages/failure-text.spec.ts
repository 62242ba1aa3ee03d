import { expect, it } from '@jest/globals';
import { failureText } from './failure-text.js';

it('tells when the message was due, and why it was not sent', () => {
  expect(failureText(1_895_251_199, 1, 'No.')).toBe(
    'The message you scheduled for <time:2030-01-21T18:39:59+00:00> was not sent because of the following error:\n\n> No.\n\n[View scheduled messages](#scheduled)',
  );
});

it('tells of several messages at once', () => {
  expect(failureText(1_895_251_199, 3, 'No.')).toBe(
    '3 messages that you scheduled, the first for <time:2030-01-21T18:39:59+00:00>, were not sent because of the following error:\n\n> No.\n\n[View scheduled messages](#scheduled)',
  );
});
