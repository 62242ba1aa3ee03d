import { ALL_ROLES } from '@parley/contracts';
import { userGroupCreated } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/** All users receive it: also guests can see all groups. */
export const userGroupCreatedFanOut = fanOut(userGroupCreated, {
  parts: ({ group }) => [
    { clientType: 'user_group', audience: { roles: ALL_ROLES }, render: () => ({ type: 'user_group', op: 'add', group }) },
  ],
});
