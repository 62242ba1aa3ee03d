import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import type { joinBigBlueButtonCall } from '@parley/contracts/organization';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { BigBlueButton } from './big-blue-button.js';
import { meetingIn } from './meeting-token.js';

const MAX_NAME = 100;

/** A person who has the address of a meeting enters it, under the name that they give. */
@Injectable()
export class JoinBigBlueButtonCall {
  constructor(
    private readonly server: BigBlueButton,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'PARLEY_KEY_SECRET' | 'PARLEY_KEY_SECRET_PREVIOUS'>,
  ) {}

  async execute({ token, fullName }: InputOf<typeof joinBigBlueButtonCall>): Promise<OutputOf<typeof joinBigBlueButtonCall>> {
    this.server.checkConfigured();
    const { PARLEY_KEY_SECRET: secret, PARLEY_KEY_SECRET_PREVIOUS: previous = secret } = this.config;
    const meeting = meetingIn(secret, token) ?? meetingIn(previous, token);
    if (meeting === undefined) throw apiErrors.bigBlueButtonLinkInvalid();
    const name = fullName.trim();
    if (name === '') throw apiErrors.blankText({ name: 'full_name' });
    if ([...name].length > MAX_NAME) throw apiErrors.textTooLong({ name: 'full_name', limit: MAX_NAME });
    return { url: await this.server.enter(meeting, name) };
  }
}
