import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { attachmentsChanged, type uploadFile, uploadPathOf } from '@parley/contracts/messaging';
import { uploadQuotaBytes } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, organizationById, type Reader } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { attachmentObjects } from './attachment-objects.repository.js';
import { listForErasure, storeAttachment } from './attachments.repository.js';
import { uploadName, uploadPathName } from './upload-name.js';
import { uploadSpaceOf, uploadSpaceUsed } from './upload-space.repository.js';

/** Storing a file never takes this long. What is not an attachment by then never becomes one. */
const STORED_WITHIN_MS = 3600 * 1000;
const PLACE_BYTES = 18;

/**
 * POST /user_uploads: moves the file from where the gateway stored it to its final key, and creates the attachment. Until then the key is
 * on the list of files to erase, so that a crash leaves no file.
 */
@Injectable()
export class UploadFile {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly storage: FileStorage,
  ) {}

  async execute(caller: Caller, { file }: InputOf<typeof uploadFile>): Promise<OutputOf<typeof uploadFile>> {
    const { organizationId, userId: ownerId } = caller;
    await checkQuotas(this.database.client, caller, file.size);
    const name = uploadName(file.name);
    const pathId = `${organizationId}/${randomBytes(PLACE_BYTES).toString('base64url')}/${uploadPathName(name)}`;
    const key = keyOf(pathId);
    await listForErasure(this.database.client, organizationId, key, new Date(Date.now() + STORED_WITHIN_MS));
    await this.storage.move(file.key, key);
    await this.eventLog.change(organizationId, async (tx, log) => {
      await checkQuotas(tx, caller, file.size);
      const id = await storeAttachment(tx, caller, key, { pathId, name, size: file.size });
      const [attachment] = await attachmentObjects(tx, await readViewer(tx, caller), [id]);
      if (attachment === undefined) throw new Error(`attachment ${id} was not stored`);
      const uploadSpace = await uploadSpaceUsed(tx, organizationId);
      log.append(attachmentsChanged, { changes: [{ op: 'add', ownerId, attachment }], uploadSpaceUsed: uploadSpace });
    });
    const url = `/user_uploads/${pathId}`;
    return { url, uri: url, filename: name };
  }
}

/** @throws uploadQuotaReached, ownUploadQuotaReached */
async function checkQuotas(reader: Reader, caller: Caller, size: number): Promise<void> {
  const { organizationId } = caller;
  const settings = (await organizationById(reader, organizationId))?.settings ?? {};
  const quota = uploadQuotaBytes(settings, 'organization');
  if (quota !== null && (await uploadSpaceUsed(reader, organizationId)) + size > quota) throw apiErrors.uploadQuotaReached();
  const ownQuota = uploadQuotaBytes(settings, 'person');
  if (ownQuota !== null && (await uploadSpaceOf(reader, organizationId, caller.botOwnerId ?? caller.userId)) + size > ownQuota)
    throw apiErrors.ownUploadQuotaReached();
}

function keyOf(pathId: string): string {
  const path = uploadPathOf(pathId);
  if (path === undefined) throw new Error('an upload has an invalid path');
  return path.key;
}
