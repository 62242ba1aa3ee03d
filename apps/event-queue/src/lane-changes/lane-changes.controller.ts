import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { setLanes } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { ChangeLanes } from '../lanes/change-lanes.js';

@Controller()
export class LaneChangesController {
  constructor(private readonly change: ChangeLanes) {}

  @Serves(setLanes)
  setLanes({ params }: CallOf<typeof setLanes>) {
    return this.change.execute(params);
  }
}
