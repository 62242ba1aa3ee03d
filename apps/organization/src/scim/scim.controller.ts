import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { answerScim } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { AnswerScim } from './answer-scim.js';

@Controller()
export class ScimController {
  constructor(private readonly answer: AnswerScim) {}

  @Serves(answerScim)
  answerScim(call: CallOf<typeof answerScim>) {
    return this.answer.execute(call);
  }
}
