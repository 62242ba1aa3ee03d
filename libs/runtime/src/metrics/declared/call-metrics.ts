import { CALLED_SERVICES, counter, EVERY_SERVICE, gauge, histogram } from './declare.js';

/** Calls between services, over NATS. */
export const CALL_METRICS = {
  rpcCallSeconds: histogram({
    name: 'parley_rpc_call_seconds',
    meaning: 'Duration of calls to services, measured by the caller.',
    labels: { call: 'the called contract', outcome: '`ok` or `error`' },
    services: EVERY_SERVICE,
    use: 'Compare with `parley_rpc_handler_seconds`: the difference is waiting, NATS and serialization.',
  }),
  rpcPendingCalls: gauge({
    name: 'parley_rpc_pending_calls',
    meaning: 'Calls of this process that wait for an answer.',
    services: EVERY_SERVICE,
    use: 'Rises when a called service is slow or gone: see `parley_rpc_call_seconds` by call.',
  }),
  rpcStrangeAnswers: counter({
    name: 'parley_rpc_strange_answers_total',
    meaning: 'Ignored replies that were not signed by a service of this installation.',
    services: EVERY_SERVICE,
    use: 'Must stay 0. Otherwise a process has another `PARLEY_CALLER_SECRET`, or an unknown client is on the bus.',
  }),
  rpcHandlerSeconds: histogram({
    name: 'parley_rpc_handler_seconds',
    meaning: 'Duration of calls, measured by the service.',
    labels: { call: 'the contract', outcome: '`ok`, or the error code' },
    services: CALLED_SERVICES,
    use: 'Which call is slow or fails. `INTERNAL_ERROR` is a fault: see the log line `call failed`.',
  }),
  rpcCallsInHand: gauge({
    name: 'parley_rpc_calls_in_hand',
    meaning: 'Calls that this process is working on.',
    services: CALLED_SERVICES,
    use: 'If it stays high on every replica, add replicas, or look for slow statements.',
  }),
  rpcRefusedCalls: counter({
    name: 'parley_rpc_refused_calls_total',
    meaning: 'Rejected calls.',
    labels: { reason: '`too-late`, `too-far`, `seen` or `forged`' },
    services: CALLED_SERVICES,
    use: '`too-late` is overload. The others must stay 0: a process has another secret, a clock is wrong, or an unknown client is on the bus.',
  }),
  expensiveCalls: gauge({
    name: 'parley_expensive_calls',
    meaning: 'Long lists, pages of history and searches.',
    labels: { state: '`running` or `waiting`' },
    services: CALLED_SERVICES,
    use: 'If calls wait for long: more replicas, or a larger `MAX_EXPENSIVE_CALLS` with its pool.',
  }),
  natsConnected: gauge({
    name: 'parley_nats_connected',
    meaning: '1 while the process is connected to NATS, else 0.',
    services: EVERY_SERVICE,
    use: '0 on one process: its network or its login. 0 on all: NATS is down.',
  }),
  natsReconnects: counter({
    name: 'parley_nats_reconnects_total',
    meaning: 'Times that the connection to NATS was lost and made again.',
    services: EVERY_SERVICE,
    use: 'Each one fails the calls under way. Look at the log of NATS if it goes on.',
  }),
};
