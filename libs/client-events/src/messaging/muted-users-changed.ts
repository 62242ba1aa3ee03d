import { mutedUsersChanged } from '@parley/contracts/messaging';
import { fanOut } from '../fan-out.js';

export const mutedUsersChangedFanOut = fanOut(mutedUsersChanged, {
  parts: ({ userId, mutedUsers }) => [
    { clientType: 'muted_users', audience: { users: [userId] }, render: () => ({ type: 'muted_users', muted_users: mutedUsers }) },
  ],
});
