import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { ownUploadKey, type purgeMessages } from '@parley/contracts/messaging';
import { Database, type PurgeStep, purgeForAWhile, purgePortion, purgeRows } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { archiveKey, archivesFolder } from '../exports/export-file.js';
import { deleteExports, someArchives } from '../exports/exports.repository.js';
import { deleteUploads, forgetErasedFiles, oldestMessagesDeletion, someFilesToErase, someUploads } from './purge.repository.js';

/** A message has about ten index entries and some rows that refer to it. */
const MESSAGES = 1_000;
/** Files are removed one by one. */
const FILES = 100;

/**
 * Deletes the messages and uploads of an organization that is being purged. A file is removed before its row, so that none is left behind
 * if the process dies in between.
 */
@Injectable()
export class PurgeMessages {
  readonly steps: readonly PurgeStep[];

  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {
    this.steps = [
      purgeRows(database, 'message_flag', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'message_search', { key: ['message_id'] }),
      this.messages(),
      this.uploads(),
      this.filesToErase(),
      this.exports(),
      purgeRows(database, 'upload_usage', { key: [] }),
      purgeRows(database, 'draft', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'scheduled_message', { key: ['id'] }),
      purgeRows(database, 'reminder', { key: ['id'] }),
      purgeRows(database, 'due_organization', { key: [] }),
      purgeRows(database, 'alert_word', { key: ['key', 'user_id'] }),
      purgeRows(database, 'alert_word_version', { key: [] }),
      purgeRows(database, 'muted_user', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'sent_local_id', { key: ['sender_id', 'queue_id', 'local_id'] }),
      purgeRows(database, 'conversation_participant', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'conversation', { key: ['participant_key'] }),
      purgeRows(database, 'topic', { column: 'channel_id', parent: 'channel' }),
      purgeRows(database, 'channel_activity', { key: ['channel_id'] }),
      purgeRows(database, 'channel_read', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'deleted_newest_message', { column: 'channel_id', parent: 'channel' }),
      purgeRows(database, 'text_to_erase', { key: ['message_id'] }),
    ];
  }

  execute(input: InputOf<typeof purgeMessages>): Promise<OutputOf<typeof purgeMessages>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }

  private messages(): PurgeStep {
    return {
      tables: ['message', 'reaction', 'submessage'],
      run: async (organizationId) => {
        const { deleted, found } = await purgePortion(this.database, oldestMessagesDeletion(organizationId, MESSAGES));
        return { deleted, hasMore: found >= MESSAGES };
      },
    };
  }

  private uploads(): PurgeStep {
    return {
      tables: ['attachment', 'attachment_message'],
      run: async (organizationId) => {
        const found = await someUploads(this.database.direct, organizationId, FILES);
        await this.remove(found.flatMap(({ pathId }) => ownUploadKey(organizationId, pathId) ?? []));
        const deleted = await deleteUploads(
          this.database.direct,
          organizationId,
          found.map(({ id }) => id),
        );
        return { deleted, hasMore: found.length >= FILES };
      },
    };
  }

  private filesToErase(): PurgeStep {
    return {
      tables: ['file_to_erase'],
      run: async (organizationId) => {
        const keys = await someFilesToErase(this.database.direct, organizationId, FILES);
        await this.remove(keys);
        return { deleted: await forgetErasedFiles(this.database.direct, organizationId, keys), hasMore: keys.length >= FILES };
      },
    };
  }

  private exports(): PurgeStep {
    return {
      tables: ['message_export'],
      run: async (organizationId) => {
        const found = await someArchives(this.database.direct, organizationId, FILES);
        await this.remove(found.flatMap(({ file }) => (file === null ? [] : [archiveKey(organizationId, file)])));
        // A process that died can have left a file that no row names.
        if (found.length < FILES) await this.storage.removeBelow(archivesFolder(organizationId));
        const ids = found.map(({ id }) => id);
        return { deleted: await deleteExports(this.database.direct, organizationId, ids), hasMore: found.length >= FILES };
      },
    };
  }

  private async remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.storage.remove(key)));
  }
}
