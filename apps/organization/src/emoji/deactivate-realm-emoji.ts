import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { type deactivateRealmEmoji, realmEmojiDeactivated } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { activeRealmEmoji } from '@parley/persistence';
import { setRealmEmojiDeactivated } from './realm-emoji.repository.js';
import { realmEmojiName, realmEmojiNameRefusal } from './realm-emoji-name.js';
import { realmEmojiObjects } from './realm-emoji-objects.js';

/** DELETE /realm/emoji/{emoji_name}. */
@Injectable()
export class DeactivateRealmEmoji {
  constructor(private readonly eventLog: EventLog) {}

  execute(caller: Caller, { emoji_name }: InputOf<typeof deactivateRealmEmoji>): Promise<OutputOf<typeof deactivateRealmEmoji>> {
    const { organizationId, userId, role } = caller;
    const name = realmEmojiName(emoji_name);
    // An invalid name needs no query.
    if (realmEmojiNameRefusal(name) !== undefined) throw apiErrors.noSuchRealmEmoji({ name: emoji_name });
    return this.eventLog.change(organizationId, async (tx, log) => {
      const [emoji] = await activeRealmEmoji(tx, organizationId, [name]);
      if (emoji === undefined) throw apiErrors.noSuchRealmEmoji({ name: emoji_name });
      if (!isAdministrator(role) && emoji.authorId !== userId) throw apiErrors.notEmojiAuthor();
      await setRealmEmojiDeactivated(tx, organizationId, emoji.id);
      log.append(realmEmojiDeactivated, { emojiId: String(emoji.id), all: await realmEmojiObjects(tx, organizationId) });
      return {};
    });
  }
}
