import type { Caller, InputOf } from '@parley/contracts';
import type { addSubmessage } from '@parley/contracts/messaging';
import { dbInt, onlyRow, Prisma, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { PlacedMessage } from '../messages/placed-message.repository.js';
import type { Attached } from './submessage.policy.js';

const attachedRow = z.object({ first: z.string().nullable(), characters: dbInt, isBySender: z.boolean() });

/** The submessages of a message, for the decision whether another one may be attached. */
export function attachedTo(tx: Tx, organizationId: number, { id, senderId }: PlacedMessage): Promise<Attached> {
  return onlyRow(
    tx,
    attachedRow,
    Prisma.sql`
    SELECT (array_agg(content ORDER BY id))[1] AS first, coalesce(sum(length(content)), 0) AS characters,
      coalesce(bool_or(sender_id = ${senderId}), false) AS "isBySender"
    FROM submessage WHERE organization_id = ${organizationId} AND message_id = ${id}`,
  );
}

/** Returns its id. */
export async function storeSubmessage(tx: Tx, caller: Caller, params: InputOf<typeof addSubmessage>): Promise<number> {
  const { organizationId, userId } = caller;
  const { message_id: messageId, msg_type: msgType, content } = params;
  const row = await tx.submessage.create({ data: { organizationId, messageId, senderId: userId, msgType, content } });
  return Number(row.id);
}
