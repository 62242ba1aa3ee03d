import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { EraseAccount } from './erase-account.js';
import { ErasingController } from './erasing.controller.js';

@Module({ imports: [AccountsModule, PicturesModule], controllers: [ErasingController], providers: [EraseAccount, OrganizationAddresses] })
export class ErasingModule {}
