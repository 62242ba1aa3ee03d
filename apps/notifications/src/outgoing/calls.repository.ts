import { Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** Calls of one bot that may wait. Further ones are left out: its program is away for long, or too slow. */
const MAX_WAITING = 1_000;

export interface Trigger {
  readonly userId: number;
  readonly messageId: number;
  readonly senderId: number;
  readonly kind: 'mention' | 'direct_message';
}

export const dueCall = z.object({
  organizationId: z.int(),
  botId: z.int(),
  messageId: z.coerce.number().int(),
  trigger: z.enum(['mention', 'direct_message']),
  /** Including the one that begins now. */
  attempts: z.int(),
});
export type DueCall = z.infer<typeof dueCall>;

/** For those that are active bots with a program, unless a bot wrote the message: so bots cannot call each other for ever. */
export async function storeCalls(tx: Tx, organizationId: number, triggers: readonly Trigger[]): Promise<void> {
  const column = <T>(of: (trigger: Trigger) => T): T[] => triggers.map(of);
  await tx.$executeRaw`
    INSERT INTO webhook_call (organization_id, bot_id, message_id, trigger)
    SELECT ${organizationId}, s.bot_id, t.message_id, t.kind
    FROM unnest(${column(({ userId }) => userId)}::int[], ${column(({ messageId }) => messageId)}::bigint[],
      ${column(({ senderId }) => senderId)}::int[], ${column(({ kind }) => kind)}::text[]) AS t (user_id, message_id, sender_id, kind)
    JOIN bot_service s ON s.organization_id = ${organizationId} AND s.bot_id = t.user_id
    JOIN user_account bot ON bot.organization_id = ${organizationId} AND bot.id = s.bot_id AND bot.is_active
    JOIN user_account sender ON sender.organization_id = ${organizationId} AND sender.id = t.sender_id AND NOT sender.is_bot
    WHERE (SELECT count(*) FROM webhook_call w WHERE w.organization_id = ${organizationId} AND w.bot_id = s.bot_id) < ${MAX_WAITING}::int
    ON CONFLICT DO NOTHING`;
}

export async function endCall(writer: SqlWriter, organizationId: number, { botId, messageId }: DueCall): Promise<void> {
  await writer.$executeRaw`
    DELETE FROM webhook_call WHERE organization_id = ${organizationId} AND bot_id = ${botId} AND message_id = ${messageId}`;
}

/** All that wait for a bot. */
export async function endCallsOf(writer: SqlWriter, organizationId: number, botId: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM webhook_call WHERE organization_id = ${organizationId} AND bot_id = ${botId}`;
}

/** `attempts`: those that count. */
export async function postponeCall(
  writer: SqlWriter,
  organizationId: number,
  { botId, messageId }: DueCall,
  { seconds, attempts }: { readonly seconds: number; readonly attempts: number },
): Promise<void> {
  await writer.$executeRaw`
    UPDATE webhook_call SET next_at = now() + make_interval(secs => ${seconds}::float8), attempts = ${attempts}
    WHERE organization_id = ${organizationId} AND bot_id = ${botId} AND message_id = ${messageId}`;
}

const calledBot = z.object({
  role: z.literal([100, 200, 300, 400, 600]),
  fullName: z.string(),
  email: z.string(),
  ownerId: z.int().nullable(),
  stringId: z.string(),
  baseUrl: z.string(),
  interface: z.int(),
  token: z.string(),
});
/** A bot, and the program behind it. */
export type CalledBot = z.infer<typeof calledBot>;

/** Undefined if the bot was deactivated meanwhile, or its organization. */
export async function calledBotOf(reader: SqlReader, organizationId: number, botId: number): Promise<CalledBot | undefined> {
  const [bot] = await rows(
    reader,
    calledBot,
    Prisma.sql`
    SELECT u.role, u.full_name AS "fullName", u.api_email AS email, u.bot_owner_id AS "ownerId", o.string_id AS "stringId",
      s.base_url AS "baseUrl", s.interface, s.token
    FROM user_account u
    JOIN bot_service s ON s.organization_id = ${organizationId} AND s.bot_id = u.id
    JOIN organization o ON o.id = ${organizationId} AND o.deactivated_at IS NULL
    WHERE u.organization_id = ${organizationId} AND u.id = ${botId} AND u.is_active`,
  );
  return bot;
}
