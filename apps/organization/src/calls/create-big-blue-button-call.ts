import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { createBigBlueButtonCall } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { CONFIG, OrganizationAddresses } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { organizationOf } from '../organization-of.js';
import { BigBlueButton } from './big-blue-button.js';
import { meetingToken } from './meeting-token.js';

const ID_BYTES = 18;

/** GET /calls/bigbluebutton/create. Nothing is stored, here or there: the address has all of it. */
@Injectable()
export class CreateBigBlueButtonCall {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly server: BigBlueButton,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'PARLEY_KEY_SECRET'>,
  ) {}

  async execute({ caller, params }: CallOf<typeof createBigBlueButtonCall>): Promise<OutputOf<typeof createBigBlueButtonCall>> {
    this.server.checkConfigured();
    const { stringId } = await organizationOf(this.database.client, caller.organizationId);
    const meeting = { id: randomBytes(ID_BYTES).toString('base64url'), name: params.meeting_name, voiceOnly: params.voice_only };
    const token = meetingToken(this.config.PARLEY_KEY_SECRET, meeting);
    return { url: `${this.addresses.url(stringId)}/calls/bigbluebutton/join?bigbluebutton=${token}` };
  }
}
