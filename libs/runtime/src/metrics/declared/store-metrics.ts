import { CALLED_SERVICES, counter, EVERY_SERVICE, gauge } from './declare.js';

/** PostgreSQL, Redis, and what waits in them. */
export const STORE_METRICS = {
  databaseConnections: gauge({
    name: 'parley_database_connections',
    meaning: 'Connections to PostgreSQL.',
    labels: { pool: '`main`, or `history` for reads of history', state: '`used` or `idle`' },
    services: CALLED_SERVICES,
    use: 'The sum over all processes must stay below `max_connections` of PostgreSQL.',
  }),
  databaseWaiting: gauge({
    name: 'parley_database_waiting',
    meaning: 'Statements and transactions that wait for a connection.',
    labels: { pool: 'as above' },
    services: CALLED_SERVICES,
    use: 'If it stays above 0: look for slow statements, then raise `DATABASE_POOL` or add replicas.',
  }),
  redisPingSeconds: gauge({
    name: 'parley_redis_ping_seconds',
    meaning: 'Duration of a PING at the time of the scrape; 1 if Redis does not answer within a second.',
    labels: { connection: '`queues`, `jobs` or `limits`' },
    services: EVERY_SERVICE.filter((service) => service !== 'settings'),
    use: 'More than a few milliseconds on all processes: Redis is busy, swaps, or writes its file to a slow disk.',
  }),
  redisMemoryUsed: gauge({
    name: 'parley_redis_memory_used_bytes',
    meaning: 'Memory that Redis uses.',
    services: ['event-queue'],
    use: 'See [Event queues](operations.md#event-queues). Redis refuses writes beyond its `maxmemory`.',
  }),
  redisMemoryMax: gauge({
    name: 'parley_redis_memory_max_bytes',
    meaning: '`maxmemory` of Redis; 0 for none.',
    services: ['event-queue'],
    use: 'Must not be 0: without a limit Redis is killed when its machine is full.',
  }),
  replicationSlotBytes: gauge({
    name: 'parley_replication_slot_bytes',
    meaning:
      'Bytes of write-ahead log that PostgreSQL keeps for a replication slot, of the 20 slots with the most. Sampled at most every 15 s.',
    labels: { slot: 'name of the slot; `parley_move_...` belongs to a [move](operations.md#move-an-organization)' },
    services: ['invitations'],
    use: 'Use the `max`. A slot without a reader keeps the log until the disk is full: drop it, or bring its reader back.',
  }),
  outboxCalls: counter({
    name: 'parley_outbox_calls_total',
    meaning: 'Outbox calls of committed changes to other services ([adr](adr/0010-outbox.md)).',
    labels: { call: 'the called contract', outcome: '`ok`, `failed` (will be retried) or `given-up`' },
    services: CALLED_SERVICES,
    use: '`given-up` must stay 0: [retry](operations.md#monitoring) it when the cause is fixed.',
  }),
  outboxWaiting: gauge({
    name: 'parley_outbox_waiting',
    meaning: 'Outbox calls that are not delivered yet, counted to 10,000. Sampled at most every 15 s.',
    services: ['invitations'],
    use: 'Use the `max`. Rises while a called service is down or refuses.',
  }),
  outboxOldestSeconds: gauge({
    name: 'parley_outbox_oldest_seconds',
    meaning: 'Age of the oldest outbox call that is not delivered yet; 0 if there is none. Sampled at most every 15 s.',
    services: ['invitations'],
    use: 'Use the `max`. Normally below a second.',
  }),
  outboxGivenUp: gauge({
    name: 'parley_outbox_given_up',
    meaning: 'Outbox calls that were given up and wait for an operator, counted to 10,000. Sampled at most every 15 s.',
    services: ['invitations'],
    use: 'Use the `max`. Must be 0: [retry](operations.md#monitoring) them when the cause is fixed.',
  }),
};
