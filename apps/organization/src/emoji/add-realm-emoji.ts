import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CallerPermissions, realmEmojiStillUrl, realmEmojiUrl } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { type addRealmEmoji, realmEmojiAdded } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { unicodeEmojiCode } from '@parley/markdown';
import { Database, type Reader } from '@parley/persistence';
import { pictureKey } from '../pictures/picture-key.js';
import { type EmojiPicture, Pictures } from '../pictures/pictures.js';
import { countRealmEmoji, insertRealmEmoji, isRealmEmojiNameTaken } from './realm-emoji.repository.js';
import { realmEmojiName, realmEmojiNameRefusal } from './realm-emoji-name.js';
import { realmEmojiObjects } from './realm-emoji-objects.js';

/** Limited because a registration and every emoji event contain the whole list. Deactivated ones are in it. */
const MAX_REALM_EMOJI = 5_000;
const FILE_NAME_BYTES = 18;

/**
 * POST /realm/emoji/{emoji_name}. The permission, the name and the limit are checked before the image is processed, and again when the
 * emoji is stored.
 */
@Injectable()
export class AddRealmEmoji {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly pictures: Pictures,
  ) {}

  async execute(caller: Caller, { emoji_name, file }: InputOf<typeof addRealmEmoji>): Promise<OutputOf<typeof addRealmEmoji>> {
    const name = checkedName(caller, emoji_name);
    await checkMayAdd(this.database.client, caller, name);
    const picture = await this.pictures.emoji(await this.pictures.open(file));
    const files = filesOf(picture);
    const keys = await this.store({ organizationId: caller.organizationId, ...files }, picture);
    try {
      await this.eventLog.change(caller.organizationId, async (tx, log) => {
        await checkMayAdd(tx, caller, name);
        const id = await insertRealmEmoji(tx, caller.organizationId, { name, authorId: caller.userId, ...files });
        const all = await realmEmojiObjects(tx, caller.organizationId);
        const emoji = all[String(id)];
        if (emoji === undefined) throw new Error(`emoji ${id} was not stored`);
        log.append(realmEmojiAdded, { emoji, all });
      });
    } catch (error) {
      await this.pictures.discard(keys);
      throw error;
    }
    await this.pictures.discard([file.key]);
    return {};
  }

  private async store(row: StoredFiles, { bytes, still }: EmojiPicture): Promise<string[]> {
    const [key, stillUrl] = [pictureKey(realmEmojiUrl(row)), realmEmojiStillUrl(row)];
    await this.pictures.store(key, bytes);
    if (stillUrl === null || still === null) return [key];
    await this.pictures.store(pictureKey(stillUrl), still);
    return [key, pictureKey(stillUrl)];
  }
}

type StoredFiles = { readonly organizationId: number } & ReturnType<typeof filesOf>;

/** The file name must not be guessable, because anyone with the URL can fetch the image. */
function filesOf({ extension, still }: EmojiPicture) {
  const name = randomBytes(FILE_NAME_BYTES).toString('hex');
  return { file: `${name}.${extension}`, stillFile: still === null ? null : `${name}.png` };
}

function checkedName(caller: Caller, given: string): string {
  const name = realmEmojiName(given);
  enforce(realmEmojiNameRefusal(name));
  if (unicodeEmojiCode(name) !== undefined && !isAdministrator(caller.role)) throw apiErrors.cannotOverrideEmoji();
  return name;
}

async function checkMayAdd(reader: Reader, caller: Caller, name: string): Promise<void> {
  const permissions = await CallerPermissions.load(reader, caller, { permissions: ['can_add_custom_emoji_group'] });
  if (!permissions.has('can_add_custom_emoji_group')) throw apiErrors.insufficientPermission();
  const { organizationId } = caller;
  if (await isRealmEmojiNameTaken(reader, organizationId, name)) throw apiErrors.realmEmojiNameInUse();
  if ((await countRealmEmoji(reader, organizationId)) >= MAX_REALM_EMOJI) {
    throw apiErrors.tooManyRealmEmoji({ limit: MAX_REALM_EMOJI });
  }
}
