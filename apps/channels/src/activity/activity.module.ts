import { Module } from '@nestjs/common';
import { RefreshActivity } from './refresh-activity.js';

@Module({
  providers: [RefreshActivity],
})
export class ActivityModule {}
