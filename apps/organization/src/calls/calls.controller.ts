import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createBigBlueButtonCall, createZoomCall, joinBigBlueButtonCall } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateBigBlueButtonCall } from './create-big-blue-button-call.js';
import { CreateZoomCall } from './create-zoom-call.js';
import { JoinBigBlueButtonCall } from './join-big-blue-button-call.js';

@Controller()
export class CallsController {
  constructor(
    private readonly bigBlueButton: CreateBigBlueButtonCall,
    private readonly joining: JoinBigBlueButtonCall,
    private readonly zoom: CreateZoomCall,
  ) {}

  @Serves(createBigBlueButtonCall)
  createBigBlueButtonCall(call: CallOf<typeof createBigBlueButtonCall>) {
    return this.bigBlueButton.execute(call);
  }

  @Serves(joinBigBlueButtonCall)
  joinBigBlueButtonCall({ params }: CallOf<typeof joinBigBlueButtonCall>) {
    return this.joining.execute(params);
  }

  @Serves(createZoomCall)
  createZoomCall(call: CallOf<typeof createZoomCall>) {
    return this.zoom.execute(call);
  }
}
