import { Module } from '@nestjs/common';
import { ForgetLocalIds } from './forget-local-ids.js';

@Module({ providers: [ForgetLocalIds] })
export class LocalIdsModule {}
