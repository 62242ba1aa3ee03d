import { expect, it } from '@jest/globals';
import { MailRoom } from './mail-room.js';

const room = () => new MailRoom({ mails: 3, mailsOfOrganization: 2, bytes: 100 });
const FULL = /^4\.3\.2 /;

it('an organization gets some of the places, and others get the rest', () => {
  const all = room();
  const [first] = [all.enter(1), all.enter(1)];
  expect(() => all.enter(1)).toThrow(FULL);
  all.enter(2);
  expect(() => all.enter(3)).toThrow(FULL);
  first?.leave();
  all.enter(1);
  expect(() => all.enter(2)).toThrow(FULL);
});

it('all mails share the bytes, which are free when a mail leaves', () => {
  const all = room();
  const [first, second] = [all.enter(1), all.enter(2)];
  expect([first.hold(60), second.hold(40), second.hold(1), first.hold(1)]).toEqual([true, true, false, false]);
  first.leave();
  expect([second.hold(60), second.hold(1)]).toEqual([true, false]);
  second.leave();
  expect(all.enter(1).hold(100)).toBe(true);
});
