import { apiErrors } from '@parley/contracts';

/** Mails of invitations that one organization sends within a day. */
export const MAILS_OF_A_DAY = 1000;

/** @throws invitationFailed */
export function refuseBeyondDailyLimit(sent: number, more: number): void {
  if (sent + more <= MAILS_OF_A_DAY) return;
  throw apiErrors.invitationFailed({
    msg: 'Your organization has sent as many invitations as it may within a day. No invitations were sent.',
    dailyLimitReached: true,
  });
}
