/** The reason given for messages that are too late. Clients know the text. */
export const TOO_LATE = 'Message could not be sent at the scheduled time.';

/** Tells the writer why messages were not sent. `dueAt`: of the first one, in seconds since the epoch. Clients know the text for one. */
export function failureText(dueAt: number, count: number, reason: string): string {
  const time = `<time:${new Date(dueAt * 1_000).toISOString().replace('.000Z', '+00:00')}>`;
  const what =
    count === 1 ? `The message you scheduled for ${time} was` : `${count} messages that you scheduled, the first for ${time}, were`;
  return `${what} not sent because of the following error:\n\n> ${reason}\n\n[View scheduled messages](#scheduled)`;
}
