import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { ClusterLoad } from './cluster-load.js';
import { summaryInWords } from './ledger.js';

/** Killed with SIGKILL one after the other while the load runs; the supervisor restarts them. */
const KILL_TARGETS = [
  'event-queue-1',
  'gateway-1',
  'messaging-1',
  'nats',
  'postgres',
  'event-queue-2',
  'channels-1',
  'gateway-2',
  'messaging-2',
  'organization-1',
  'redis',
];
const CALM_MS = 1_500;
const DRAIN_MS = 60_000;

const minutes = Number(process.env.PARLEY_FAULT_MINUTES ?? 0);
const rounds = minutes === 0 ? 1 : Number.POSITIVE_INFINITY;
const until = Date.now() + minutes * 60_000;

const killTargets = new KillTargets();
afterAll(closeConnections);

describe('while every process is killed in turn (P1, P2, P3)', () => {
  it(
    'no acknowledged message, edit, move, deletion or flag is lost, duplicated, reordered or shown to the wrong users',
    async () => {
      const load = new ClusterLoad(readDemo(process.env.PARLEY_DEMO_JSON), 20);
      await load.prepare();
      load.start();
      await delay(CALM_MS);
      for (let round = 0; round < rounds && (minutes === 0 || Date.now() < until); round += 1) {
        for (const target of KILL_TARGETS) {
          await killTargets.kill(target).isBack;
          await delay(CALM_MS);
        }
      }
      await killTargets.untilAllReady();
      await load.finish(DRAIN_MS);
      const summary = load.ledger.summary();
      const { acked, delivered, lost, duplicated, reordered, leaked, changed } = summary;
      process.stdout.write(`faults: ${summaryInWords(summary)}; polls repeated ${load.requestsRepeated}\n`);
      expect({ lost, duplicated, reordered, leaked, details: load.ledger.details(), failures: load.failures }).toEqual({
        lost: 0,
        duplicated: 0,
        reordered: 0,
        leaked: 0,
        details: [],
        failures: [],
      });
      expect(acked).toBeGreaterThan(100);
      expect(delivered).toBeGreaterThan(acked);
      expect(Math.min(...Object.values(changed))).toBeGreaterThan(10);
    },
    240_000 + minutes * 60_000,
  );
});
