import { invitationErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const invitationErrorExamples: ErrorExamples<typeof invitationErrors> = {
  invalidInvitationChannel: { args: { id: 99 }, fields: {} },
  invitationFailed: {
    args: {
      msg: 'Some of those addresses are already using Parley.',
      errors: [['zoe@demo.example', 'Already has an account.', false]],
      sentInvitations: true,
    },
    fields: {
      errors: z.array(z.tuple([z.string(), z.string(), z.boolean()])),
      sent_invitations: z.boolean(),
      daily_limit_reached: z.boolean(),
      license_limit_reached: z.literal(false),
    },
  },
};
