import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { readSignInStep } from '@parley/contracts/organization';
import { OpenSteps } from './open-steps.js';

/** Whose sign-in it is, so that the gateway counts wrong codes with the wrong passwords of the person. */
@Injectable()
export class ReadSignInStep {
  constructor(private readonly steps: OpenSteps) {}

  async execute({ caller, params }: CallOf<typeof readSignInStep>): Promise<OutputOf<typeof readSignInStep>> {
    return { email: (await this.steps.of(caller, params.stepToken)).deliveryEmail };
  }
}
