import { Module } from '@nestjs/common';
import { EraseInvitedAddress } from './erase-invited-address.js';
import { ErasingController } from './erasing.controller.js';

@Module({ controllers: [ErasingController], providers: [EraseInvitedAddress] })
export class ErasingModule {}
