import { Injectable } from '@nestjs/common';
import { readViewer, received, type Viewer } from '@parley/access';
import { apiErrors, type Caller, FLAG_BITS, type InputOf, MESSAGE_ATTRS } from '@parley/contracts';
import { type addReaction, MAX_EMOJI_PER_MESSAGE, reactionAdded } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { askedEmoji, checkEmoji, emojiMeant, type MeantEmoji } from '@parley/markdown';
import { Prisma, realmEmojiNamed, type Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { messageWatchersOf } from '../messages/message-watchers.repository.js';
import { placeOfMessage } from '../messages/place-of-message.js';
import { followOnParticipation } from '../topic-visibility/follow-on-participation.js';
import { readShownReaction } from './reactions.repository.js';

/**
 * POST /messages/{message_id}/reactions. If the message already has a reaction with the emoji, the new one takes its name, even if the
 * emoji was renamed since.
 */
@Injectable()
export class AddReaction {
  constructor(
    private readonly eventLog: EventLog,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute(caller: Caller, params: InputOf<typeof addReaction>): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    const requested = { ...askedEmoji(params), name: params.emoji_name };
    await this.eventLog.change(organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      const message = await placeOfMessage(tx, viewer, params.message_id);
      const custom = await realmEmojiNamed(tx, organizationId, requested);
      const meant = emojiMeant(requested, custom);
      const there = await findReactions(tx, caller, message.id, meant);
      if (there?.isOwn) throw apiErrors.reactionExists();
      if (there === undefined) {
        checkEmoji(meant, custom);
        await checkRoom(tx, organizationId, message.id);
      }
      const emoji = { ...meant, name: there?.name ?? meant.name };
      await writeReaction(tx, viewer, message.id, emoji);
      const audiences = await messageWatchersOf(tx, organizationId, message.id);
      const shown = await readShownReaction(tx, caller, audiences, this.addresses);
      for (const watchers of audiences) {
        const { name: emojiName, code: emojiCode, type: reactionType } = emoji;
        log.append(reactionAdded, { messageId: message.id, userId, emojiName, emojiCode, reactionType, watchers, ...shown });
      }
      await followOnParticipation(tx, log, caller, message.place);
    });
    return {};
  }
}

/** The name of the emoji on the message, if it is there, and whether the caller reacted with it. */
async function findReactions(
  tx: Tx,
  { organizationId, userId }: Caller,
  messageId: number,
  { code, type }: MeantEmoji,
): Promise<{ name: string; isOwn: boolean } | undefined> {
  const [found] = await tx.$queryRaw<{ name: string | null; isOwn: boolean | null }[]>`
    SELECT (array_agg(emoji_name ORDER BY id))[1] AS name, bool_or(user_id = ${userId}) AS "isOwn"
    FROM reaction
    WHERE organization_id = ${organizationId} AND message_id = ${messageId} AND reaction_type = ${type} AND emoji_code = ${code}`;
  return found === undefined || found.name === null ? undefined : { name: found.name, isOwn: found.isOwn === true };
}

/** @throws tooManyReactions if the message has the maximum number of different emoji */
async function checkRoom(tx: Tx, organizationId: number, messageId: number): Promise<void> {
  const [counted] = await tx.$queryRaw<{ emoji: number }[]>`
    SELECT count(DISTINCT (reaction_type, emoji_code))::int AS emoji FROM reaction
    WHERE organization_id = ${organizationId} AND message_id = ${messageId}`;
  if ((counted?.emoji ?? 0) >= MAX_EMOJI_PER_MESSAGE) throw apiErrors.tooManyReactions({ limit: MAX_EMOJI_PER_MESSAGE });
}

/** A message that the user did not receive enters their history with the reaction. */
async function writeReaction(tx: Tx, viewer: Viewer, messageId: number, { name, code, type }: MeantEmoji): Promise<void> {
  const { userId, organizationId } = viewer;
  await tx.$executeRaw(Prisma.sql`
    WITH added AS (
      INSERT INTO reaction (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      VALUES (${organizationId}, ${messageId}, ${userId}, ${name}, ${code}, ${type})
    ), marked AS (
      UPDATE message SET attrs = attrs | ${MESSAGE_ATTRS.hasReaction}
      WHERE id = ${messageId} AND organization_id = ${organizationId} AND attrs & ${MESSAGE_ATTRS.hasReaction} = 0
    )
    INSERT INTO message_flag (user_id, organization_id, message_id, flags)
    SELECT ${userId}, ${organizationId}, m.id, ${FLAG_BITS.read | FLAG_BITS.historical}
    FROM message m WHERE m.id = ${messageId} AND NOT ${received(viewer)}
    ON CONFLICT DO NOTHING`);
}
