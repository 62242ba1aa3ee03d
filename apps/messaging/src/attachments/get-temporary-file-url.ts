import { basename } from 'node:path/posix';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { getTemporaryFileUrl } from '@parley/contracts/messaging';
import { CONFIG } from '@parley/runtime';
import { temporaryToken } from '@parley/storage';
import type { MessagingConfig } from '../config.js';
import { FindUpload } from './find-upload.js';

@Injectable()
export class GetTemporaryFileUrl {
  constructor(
    private readonly uploads: FindUpload,
    @Inject(CONFIG) private readonly config: MessagingConfig,
  ) {}

  async execute(caller: Caller, params: InputOf<typeof getTemporaryFileUrl>): Promise<OutputOf<typeof getTemporaryFileUrl>> {
    const { key, name } = await this.uploads.execute(caller, { pathId: `${params.realm_id_str}/${params.filename}` });
    const token = temporaryToken(this.config.PARLEY_CALLER_SECRET, { key, name });
    return { url: `/user_uploads/temporary/${token}/${encodeURIComponent(basename(params.filename))}` };
  }
}
