import { expect, it } from '@jest/globals';
import { meetingIn, meetingToken } from './meeting-token.js';

const SECRET = 's'.repeat(32);
const MEETING = { id: 'a-meeting', name: 'Lunch 🥪', voiceOnly: false };
const WEEK_MS = 7 * 24 * 3600 * 1000;

it('a token names its meeting for a week', () => {
  const token = meetingToken(SECRET, MEETING, 1_000);
  expect(meetingIn(SECRET, token, 1_000 + WEEK_MS - 1)).toEqual(MEETING);
  expect(meetingIn(SECRET, token, 1_000 + WEEK_MS)).toBeUndefined();
});

it.each(['', '.', 'a.b', 'e30.', 'null'])('%p is no token', (token) => {
  expect(meetingIn(SECRET, token)).toBeUndefined();
});

it('a changed token, or one of another secret, is refused', () => {
  const token = meetingToken(SECRET, MEETING);
  expect(meetingIn('t'.repeat(32), token)).toBeUndefined();
  const [, signature] = token.split('.');
  const claim = Buffer.from(JSON.stringify({ ...MEETING, id: 'another', until: 9e12 })).toString('base64url');
  expect(meetingIn(SECRET, `${claim}.${signature}`)).toBeUndefined();
});
