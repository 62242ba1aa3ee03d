import { Module } from '@nestjs/common';
import { MessageRenderer } from './message-renderer.js';

@Module({
  providers: [MessageRenderer],
  exports: [MessageRenderer],
})
export class RenderingModule {}
