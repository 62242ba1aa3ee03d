import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { registerQueue } from '@parley/contracts/event-queue';
import { ServesRawJson } from '@parley/rpc';
import { RegisterQueue } from './register-queue.js';

@Controller()
export class RegisterController {
  constructor(private readonly register: RegisterQueue) {}

  @ServesRawJson(registerQueue)
  registerQueue(call: CallOf<typeof registerQueue>) {
    return this.register.execute(call);
  }
}
