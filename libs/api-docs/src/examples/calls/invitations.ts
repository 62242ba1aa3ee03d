import { answer, type CallExamples } from '../call-example.js';

const oneOf = (isMultiuse: boolean) => answer('listInvitations', `.invites.findLast((each) => each.is_multiuse === ${isMultiuse}).id`);

export const invitationCalls: CallExamples = {
  sendInvitations: { params: { invitee_emails: 'amir-{now}@demo.example', stream_ids: [answer('getChannelId', '.stream_id')] } },
  createMultiuseInvitation: { params: { invite_expires_in_minutes: 1440 } },
  listInvitations: { params: {} },
  resendInvitation: {
    params: { invite_id: 7 },
    unable: 'An address receives at most one invitation in 24 hours, so a new invitation can be resent only after a day.',
  },
  revokeInvitation: { params: { invite_id: oneOf(false) }, after: ['sendInvitations'] },
  revokeMultiuseInvitation: { params: { invite_id: oneOf(true) }, after: ['createMultiuseInvitation'] },
  acceptInvitation: {
    params: {
      token: answer('createMultiuseInvitation', '.invite_link.split("/").at(-1)'),
      full_name: 'Amir',
      password: 'correct horse battery',
      email: 'amir-{now}@demo.example',
    },
  },
};
