import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { FollowingModule } from '../following/following.module.js';
import { DigestActivity } from './digest-activity.js';
import { RunDigests } from './run-digests.js';
import { SendDigest } from './send-digest.js';

@Module({ imports: [FollowingModule], providers: [DigestActivity, OrganizationAddresses, RunDigests, SendDigest] })
export class DigestModule {}
