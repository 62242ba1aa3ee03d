import { messagesBecameReadFanOut } from '@parley/client-events';
import { messagesBecameRead } from '@parley/contracts/messaging';
import type { Database } from '@parley/persistence';

/** The number of events that tell users which messages became read, and these messages by user, ascending. */
export async function becameRead(
  { client }: Database,
  organizationId: number,
): Promise<{ events: number; messagesOf: Map<number, number[]> }> {
  const rows = await client.eventLog.findMany({ where: { organizationId, type: messagesBecameRead.type }, orderBy: { seq: 'asc' } });
  const messagesOf = new Map<number, number[]>();
  for (const { payload } of rows) {
    for (const { audience, render } of messagesBecameReadFanOut.parts(messagesBecameRead.payload.parse(payload))) {
      for (const userId of audience.users ?? []) {
        const { messages } = render({ userId } as Parameters<typeof render>[0]);
        messagesOf.set(
          userId,
          [...(messagesOf.get(userId) ?? []), ...(messages as number[])].sort((a, b) => a - b),
        );
      }
    }
  }
  return { events: rows.length, messagesOf };
}
