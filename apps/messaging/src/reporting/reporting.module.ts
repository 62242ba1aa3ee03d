import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module.js';
import { ReportMessage } from './report-message.js';
import { ReportingController } from './reporting.controller.js';

@Module({ imports: [NoticesModule], controllers: [ReportingController], providers: [ReportMessage] })
export class ReportingModule {}
