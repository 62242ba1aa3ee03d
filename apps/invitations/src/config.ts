import { baseVariables, checkOperator, mailVariables, operatorVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

/** The largest number of minutes that PostgreSQL accepts. */
const MAX_MINUTES = 2 ** 31 - 1;

export const invitationsConfig = z
  .object({
    ...baseVariables,
    ...storeVariables,
    ...mailVariables,
    ...operatorVariables,
    /** Validity of an invitation if the inviter does not choose one. */
    INVITATION_LINK_VALIDITY_MINUTES: z.coerce.number().int().min(1).max(MAX_MINUTES).default(14_400),
    /** Invitation mails that one organization may send within 24 hours. */
    INVITATIONS_PER_DAY: z.coerce.number().int().min(0).default(1_000),
  })
  .check(checkOperator);
export type InvitationsConfig = z.infer<typeof invitationsConfig>;
