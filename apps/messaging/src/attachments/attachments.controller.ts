import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { deleteAttachment, findUpload, getAttachments, getTemporaryFileUrl, uploadFile, verifyUploads } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { DeleteAttachment } from './delete-attachment.js';
import { FindUpload } from './find-upload.js';
import { GetAttachments } from './get-attachments.js';
import { GetTemporaryFileUrl } from './get-temporary-file-url.js';
import { UploadFile } from './upload-file.js';
import { VerifyUploads } from './verify-uploads.js';

@Controller()
export class AttachmentsController {
  constructor(
    private readonly uploading: UploadFile,
    private readonly finding: FindUpload,
    private readonly temporary: GetTemporaryFileUrl,
    private readonly listing: GetAttachments,
    private readonly deletion: DeleteAttachment,
    private readonly verification: VerifyUploads,
  ) {}

  @Serves(uploadFile)
  uploadFile({ caller, params }: CallOf<typeof uploadFile>) {
    return this.uploading.execute(caller, params);
  }

  @Serves(findUpload)
  findUpload({ caller, params }: CallOf<typeof findUpload>) {
    return this.finding.execute(caller, params);
  }

  @Serves(getTemporaryFileUrl)
  getTemporaryFileUrl({ caller, params }: CallOf<typeof getTemporaryFileUrl>) {
    return this.temporary.execute(caller, params);
  }

  @Serves(getAttachments)
  getAttachments({ caller }: CallOf<typeof getAttachments>) {
    return this.listing.execute(caller);
  }

  @Serves(deleteAttachment)
  deleteAttachment({ caller, params }: CallOf<typeof deleteAttachment>) {
    return this.deletion.execute(caller, params);
  }

  @Serves(verifyUploads)
  verifyUploads({ params }: CallOf<typeof verifyUploads>) {
    return this.verification.execute(params);
  }
}
