import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type addReaction, MAX_EMOJI_PER_MESSAGE, reactionAdded } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { checkEmoji, requestedEmoji, resolveEmoji } from '@parley/markdown';
import { realmEmojiNamed } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { messageWatchersOf } from '../messages/message-watchers.repository.js';
import { placeOfMessage } from '../messages/place-of-message.js';
import { followOnParticipation } from '../topic-visibility/follow-on-participation.js';
import { findReactions, readShownReaction, writeReaction } from './reactions.repository.js';

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
    const requested = { ...requestedEmoji(params), name: params.emoji_name };
    await this.eventLog.change(organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      const message = await placeOfMessage(tx, viewer, params.message_id);
      const custom = await realmEmojiNamed(tx, organizationId, requested);
      const meant = resolveEmoji(requested, custom);
      const { there, emojiCount } = await findReactions(tx, caller, message.id, meant);
      if (there?.isOwn) throw apiErrors.reactionExists();
      if (there === undefined) {
        checkEmoji(meant, custom);
        if (emojiCount >= MAX_EMOJI_PER_MESSAGE) throw apiErrors.tooManyReactions({ limit: MAX_EMOJI_PER_MESSAGE });
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
