/** The reason for a message that would arrive so late that it would only surprise. Clients know the text. */
export const TOO_LATE = 'Message could not be sent at the scheduled time.';

/** Tells the writer why a message was not sent. `dueAt`: seconds since the epoch. Clients know the text. */
export function failureText(dueAt: number, reason: string): string {
  const time = new Date(dueAt * 1_000).toISOString().replace('.000Z', '+00:00');
  return `The message you scheduled for <time:${time}> was not sent because of the following error:\n\n> ${reason}\n\n[View scheduled messages](#scheduled)`;
}
