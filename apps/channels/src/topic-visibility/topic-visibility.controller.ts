import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { changeMutedTopics, setTopicVisibility } from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';
import { ChangeMutedTopics } from './change-muted-topics.js';
import { SetTopicVisibility } from './set-topic-visibility.js';

@Controller()
export class TopicVisibilityController {
  constructor(
    private readonly setting: SetTopicVisibility,
    private readonly muting: ChangeMutedTopics,
  ) {}

  @Serves(setTopicVisibility)
  setTopicVisibility(call: CallOf<typeof setTopicVisibility>) {
    return this.setting.execute(call.caller, call.params);
  }

  @Serves(changeMutedTopics)
  changeMutedTopics(call: CallOf<typeof changeMutedTopics>) {
    return this.muting.execute(call.caller, call.params);
  }
}
