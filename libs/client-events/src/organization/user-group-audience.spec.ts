import { expect, it } from '@jest/globals';
import { ALL_ROLES } from '@parley/contracts';
import { userGroupExample } from '@parley/contracts/examples';
import { receivedBy, testQueue } from '../test-queue.js';
import { toldOfGroup } from './user-group-audience.js';
import { userGroupDeactivatedFanOut, userGroupReactivatedFanOut } from './user-group-deactivated.js';

const knowing = { ...testQueue, capabilities: { include_deactivated_groups: true } };

it('an event about a group reaches all users, except those named', () => {
  const event = { op: 'update', group_id: 1, data: {} };
  expect(toldOfGroup(event, false).audience).toEqual({ roles: ALL_ROLES });
  expect(toldOfGroup(event, false, [7]).audience).toEqual({ roles: ALL_ROLES, except: [7] });
  expect(receivedBy(testQueue, [toldOfGroup(event, false)])).toEqual([{ type: 'user_group', ...event }]);
});

it('an event about a deactivated group reaches only clients that know it', () => {
  const part = toldOfGroup({ op: 'update' }, true);
  expect([receivedBy(testQueue, [part]).length, receivedBy(knowing, [part]).length]).toEqual([0, 1]);
});

it('deactivating a group removes it for clients that do not know deactivated groups', () => {
  const parts = userGroupDeactivatedFanOut.parts({ groupId: 1 });
  expect(receivedBy(testQueue, parts)).toEqual([{ type: 'user_group', op: 'remove', group_id: 1 }]);
  expect(receivedBy(knowing, parts)).toEqual([{ type: 'user_group', op: 'update', group_id: 1, data: { deactivated: true } }]);
});

it('reactivating a group adds it for clients that do not know deactivated groups', () => {
  const parts = userGroupReactivatedFanOut.parts({ group: userGroupExample });
  expect(receivedBy(testQueue, parts)).toEqual([{ type: 'user_group', op: 'add', group: userGroupExample }]);
  expect(receivedBy(knowing, parts)).toEqual([{ type: 'user_group', op: 'update', group_id: 66, data: { deactivated: false } }]);
});
