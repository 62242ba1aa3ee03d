import { Module } from '@nestjs/common';
import { FindMissed } from './find-missed.js';

@Module({ providers: [FindMissed], exports: [FindMissed] })
export class DecidingModule {}
