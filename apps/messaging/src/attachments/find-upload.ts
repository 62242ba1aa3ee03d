import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf, type Visitor } from '@parley/contracts';
import { type findUpload, uploadPathOf } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { ReadAccess } from '../reading/read-access.js';
import { readableUpload } from './attachments.repository.js';

/** Finds an uploaded file that the viewer may read, who may also be a spectator of web-public channels. Every refusal looks the same. */
@Injectable()
export class FindUpload {
  constructor(
    private readonly database: Database,
    private readonly access: ReadAccess,
  ) {}

  async execute(who: Caller | Visitor, { pathId }: InputOf<typeof findUpload>): Promise<OutputOf<typeof findUpload>> {
    const viewer = await this.access.viewerOf(who);
    const path = uploadPathOf(pathId);
    if (path === undefined || path.organizationId !== viewer.organizationId) throw apiErrors.notFound();
    const found = await readableUpload(this.database.direct, viewer, pathId);
    if (found === undefined) throw apiErrors.notFound();
    return { key: path.key, ...found };
  }
}
