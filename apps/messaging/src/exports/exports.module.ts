import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module.js';
import { DeleteExport } from './delete-export.js';
import { ExportsController } from './exports.controller.js';
import { ReadExports } from './read-exports.js';
import { RunExports } from './run-exports.js';
import { StartExport } from './start-export.js';
import { WriteArchive } from './write-archive.js';

@Module({
  imports: [NoticesModule],
  controllers: [ExportsController],
  providers: [DeleteExport, ReadExports, RunExports, StartExport, WriteArchive],
  exports: [DeleteExport],
})
export class ExportsModule {}
