import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { BigBlueButton } from './big-blue-button.js';
import { CallsController } from './calls.controller.js';
import { CreateBigBlueButtonCall } from './create-big-blue-button-call.js';
import { CreateZoomCall } from './create-zoom-call.js';
import { JoinBigBlueButtonCall } from './join-big-blue-button-call.js';
import { Zoom } from './zoom.js';

@Module({
  controllers: [CallsController],
  providers: [BigBlueButton, CreateBigBlueButtonCall, CreateZoomCall, JoinBigBlueButtonCall, OrganizationAddresses, Zoom],
})
export class CallsModule {}
