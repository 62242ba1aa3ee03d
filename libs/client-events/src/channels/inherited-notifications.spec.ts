import { expect, it } from '@jest/globals';
import { INITIALLY_INHERITED, initialPersonalProperties } from '@parley/contracts/channels';
import { testQueue } from '../test-queue.js';
import { inheritanceOf, shownTo } from './inherited-notifications.js';

const personal = { ...initialPersonalProperties('#111111'), push_notifications: true };
const inherited = {
  desktop_notifications: true,
  audible_notifications: false,
  push_notifications: false,
  email_notifications: true,
  wildcard_mentions_notify: false,
};

it('shows null to clients that know that it inherits', () => {
  expect(shownTo({ ...testQueue, capabilities: { notification_settings_null: true } }, personal, inherited)).toEqual(personal);
});

it('shows the inherited values to other clients, where the user has chosen none', () => {
  expect(shownTo(testQueue, personal, inherited)).toEqual({ ...personal, ...inherited, push_notifications: true });
  expect(shownTo(testQueue, initialPersonalProperties('#111111'))).toEqual({
    ...initialPersonalProperties('#111111'),
    ...INITIALLY_INHERITED,
  });
});

it('finds the inherited values of a user, if they are not the initial ones', () => {
  expect(inheritanceOf(7, [{ userId: 7, values: inherited }])).toEqual(inherited);
  expect(inheritanceOf(8, [{ userId: 7, values: inherited }])).toBeUndefined();
  expect(inheritanceOf(7)).toBeUndefined();
});
