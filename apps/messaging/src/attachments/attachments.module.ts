import { Module } from '@nestjs/common';
import { ReadingModule } from '../reading/reading.module.js';
import { AttachmentsController } from './attachments.controller.js';
import { DeleteAttachment } from './delete-attachment.js';
import { EraseFiles } from './erase-files.js';
import { FindUpload } from './find-upload.js';
import { GetAttachments } from './get-attachments.js';
import { GetTemporaryFileUrl } from './get-temporary-file-url.js';
import { UploadFile } from './upload-file.js';
import { VerifyUploads } from './verify-uploads.js';

@Module({
  imports: [ReadingModule],
  controllers: [AttachmentsController],
  providers: [DeleteAttachment, EraseFiles, FindUpload, GetAttachments, GetTemporaryFileUrl, UploadFile, VerifyUploads],
  exports: [UploadFile],
})
export class AttachmentsModule {}
