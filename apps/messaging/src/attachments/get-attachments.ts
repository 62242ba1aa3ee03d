import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import type { Caller, OutputOf } from '@parley/contracts';
import type { getAttachments } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { attachmentObjects } from './attachment-objects.repository.js';
import { uploadSpaceUsed } from './upload-space.repository.js';

@Injectable()
export class GetAttachments {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller): Promise<OutputOf<typeof getAttachments>> {
    const { client } = this.database;
    return {
      attachments: await attachmentObjects(client, await readViewer(client, caller)),
      upload_space_used: await uploadSpaceUsed(client, caller.organizationId),
    };
  }
}
