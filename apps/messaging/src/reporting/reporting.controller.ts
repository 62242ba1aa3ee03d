import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { reportMessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { ReportMessage } from './report-message.js';

@Controller()
export class ReportingController {
  constructor(private readonly reporting: ReportMessage) {}

  @Serves(reportMessage)
  reportMessage(call: CallOf<typeof reportMessage>) {
    return this.reporting.execute(call.caller, call.params);
  }
}
