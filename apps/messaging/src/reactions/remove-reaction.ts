import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type ReactionType, reactionRemoved, type removeReaction } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { emojiNamed, isEmojiCode, type RealmEmojiFacts, type RequestedEmoji, requestedEmoji } from '@parley/markdown';
import { realmEmojiNamed } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { messageWatchersOf } from '../messages/message-watchers.repository.js';
import { placeOfMessage } from '../messages/place-of-message.js';
import { deleteReaction, type OwnReaction, ownReactions, readShownReaction } from './reactions.repository.js';

/**
 * DELETE /messages/{message_id}/reactions. A code selects among the caller's reactions, including deactivated emoji. Without a code, the
 * name selects: its current meaning first, then its meaning when the reaction was added.
 */
@Injectable()
export class RemoveReaction {
  constructor(
    private readonly eventLog: EventLog,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute(caller: Caller, params: InputOf<typeof removeReaction>): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    const requested = requestedEmoji(params);
    if (requested.name === undefined && requested.code === undefined) throw apiErrors.missingEmoji();
    await this.eventLog.change(organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      const message = await placeOfMessage(tx, viewer, params.message_id);
      const custom = await realmEmojiNamed(tx, organizationId, requested);
      const own = chosen(await ownReactions(tx, caller, message.id), requested, custom);
      if (own === undefined) throw absent(requested, custom);
      await deleteReaction(tx, organizationId, message.id, own.id);
      const audiences = await messageWatchersOf(tx, organizationId, message.id);
      const shown = await readShownReaction(tx, caller, audiences, this.addresses);
      for (const watchers of audiences) {
        const { name: emojiName, code: emojiCode, type: reactionType } = own;
        log.append(reactionRemoved, { messageId: message.id, userId, emojiName, emojiCode, reactionType, watchers, ...shown });
      }
    });
    return {};
  }
}

function chosen(
  own: readonly OwnReaction[],
  { name, code, type }: RequestedEmoji,
  custom: readonly RealmEmojiFacts[],
): OwnReaction | undefined {
  const ofType = own.filter((reaction) => type === undefined || reaction.type === type);
  if (code !== undefined) return byPreference(ofType.filter((reaction) => reaction.code === code));
  const named = name === undefined ? undefined : emojiNamed(name, custom);
  return (
    ofType.find((reaction) => reaction.code === named?.code && reaction.type === named.type) ??
    ofType.find((reaction) => reaction.name === name)
  );
}

/** If a code exists in two types, this is the one that clients meant before types existed. */
function byPreference(reactions: readonly OwnReaction[]): OwnReaction | undefined {
  const preferred: ReactionType = 'unicode_emoji';
  return reactions.find(({ type }) => type === preferred) ?? reactions[0];
}

function absent({ name, code, type }: RequestedEmoji, custom: readonly RealmEmojiFacts[]) {
  if (code !== undefined) return isEmojiCode(code, type, custom) ? apiErrors.noSuchReaction() : apiErrors.invalidEmojiCode();
  if (name === undefined) throw new Error('the request names no emoji');
  return emojiNamed(name, custom) === undefined ? apiErrors.noSuchEmoji({ name }) : apiErrors.noSuchReaction();
}
