import { type Logger, PermanentError } from '@parley/runtime';

/**
 * For mails that no one waits for: one whose mailbox or text is refused for good is dropped. Otherwise each person whose mailbox is gone would
 * leave dead jobs, every day anew. parley_mails_total counts them. The error is not logged, because it may contain the address.
 */
export function dropRefused(logger: Logger, mail: string, who: { readonly organizationId: number; readonly userId: number }) {
  return (error: unknown): void => {
    if (!(error instanceof PermanentError)) throw error;
    const { organizationId, userId } = who;
    logger.info({ organizationId, userId, mail }, 'a mail is refused for good, or has an invalid address; it is dropped');
  };
}
