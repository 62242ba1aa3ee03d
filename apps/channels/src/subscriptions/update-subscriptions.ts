import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, decodeParams, type InputOf, type OutputOf } from '@parley/contracts';
import { subscribe, unsubscribe, type updateSubscriptions } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { Subscribe } from './subscribe.js';
import { Unsubscribe } from './unsubscribe.js';

type Params = InputOf<typeof updateSubscriptions>;
type Result = OutputOf<typeof updateSubscriptions>;

const TRANSACTION_TIMEOUT_MS = 25_000;

/** PATCH /users/me/subscriptions: both calls in one change. */
@Injectable()
export class UpdateSubscriptions {
  constructor(
    private readonly eventLog: EventLog,
    private readonly subscribing: Subscribe,
    private readonly unsubscribing: Unsubscribe,
  ) {}

  async execute(caller: Caller, { add, delete: gone }: Params): Promise<Result> {
    if (add.length + gone.length === 0) throw apiErrors.noSubscriptionsToChange();
    const { params: added } = decodeParams(subscribe.params, { fields: { subscriptions: add }, path: {} });
    const { params: removed } = decodeParams(unsubscribe.params, { fields: { subscriptions: gone }, path: {} });
    return this.eventLog.change(
      caller.organizationId,
      async (tx, log) => ({
        ...(add.length === 0 ? {} : await this.subscribing.within(tx, log, caller, added)),
        ...(gone.length === 0 ? {} : await this.unsubscribing.within(tx, log, caller, removed)),
      }),
      { timeoutMs: TRANSACTION_TIMEOUT_MS },
    );
  }
}
