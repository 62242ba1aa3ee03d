import { Module } from '@nestjs/common';
import { ChangeMutedTopics } from './change-muted-topics.js';
import { SetTopicVisibility } from './set-topic-visibility.js';
import { TopicVisibilityController } from './topic-visibility.controller.js';

@Module({
  controllers: [TopicVisibilityController],
  providers: [ChangeMutedTopics, SetTopicVisibility],
})
export class TopicVisibilityModule {}
