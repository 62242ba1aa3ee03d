import type { Caller, Visitor } from '@parley/contracts';
import { FairGate, METRICS, type Requester, type Runtime } from '@parley/runtime';

/** The shares of the capacity that one organization and one person may take. So neither of them can take all of it. */
const OF_ORGANIZATION = 0.6;
const OF_PERSON = 0.4;
/** Calls that wait for capacity. In a longer line most would reach their deadline anyway. */
const MAX_WAITING = 200;

/** Admits the calls of expensive contracts before their handlers run. One per process. */
export function expensiveCallsGate({ config, metrics }: Runtime): FairGate {
  const atOnce = config.MAX_EXPENSIVE_CALLS;
  const gate = new FairGate({
    atOnce,
    perOrganization: Math.max(1, Math.floor(atOnce * OF_ORGANIZATION)),
    perPerson: Math.max(1, Math.floor(atOnce * OF_PERSON)),
    maxWaiting: MAX_WAITING,
  });
  metrics.gauge(METRICS.expensiveCalls, (gauge) => {
    gauge.set({ state: 'running' }, gate.admitted);
    gauge.set({ state: 'waiting' }, gate.waiting);
  });
  return gate;
}

/** All visitors of one host share the share of one person. */
export function requesterOf(caller: Caller | Visitor): Requester {
  return 'userId' in caller
    ? { organizationId: caller.organizationId, personId: caller.userId }
    : { organizationId: caller.host, personId: caller.host };
}
