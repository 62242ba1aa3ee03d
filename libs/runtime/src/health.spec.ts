import { describe, expect, it } from '@jest/globals';
import { Health } from './health.js';
import { storeNeedsOf } from './store-needs.js';

const NEEDS = {
  nats: { isNeeded: true, without: 'nothing works' },
  redis: { isNeeded: false, without: 'jobs wait' },
};

describe('health', () => {
  it('is not ready before the process has started, and after it began to stop', async () => {
    const health = new Health(NEEDS);
    health.watch('nats', () => undefined);
    expect(await health.read()).toEqual({ status: 'starting', isReady: false, stores: { nats: { needed: true } } });
    health.markStarted();
    expect((await health.read()).status).toBe('ok');
    health.markStopping();
    health.markStarted();
    expect(await health.read()).toMatchObject({ status: 'stopping', isReady: false });
  });

  it('is unavailable without a needed store, and degraded without another', async () => {
    const health = new Health(NEEDS);
    const away = new Set<string>();
    for (const store of ['nats', 'redis'] as const) health.watch(store, () => (away.has(store) ? 'is away' : undefined));
    health.markStarted();
    away.add('redis');
    const redis = { needed: false, problem: 'is away', without: 'jobs wait' };
    expect(await health.read()).toEqual({ status: 'degraded', isReady: true, stores: { nats: { needed: true }, redis } });
    away.add('nats');
    const nats = { needed: true, problem: 'is away', without: 'nothing works' };
    expect(await health.read()).toEqual({ status: 'unavailable', isReady: false, stores: { nats, redis } });
  });

  it('reports the problem of any of several connections to a store', async () => {
    const health = new Health(NEEDS);
    health.watch('redis', () => 'is not connected');
    health.watch('redis', () => undefined);
    expect((await health.read()).stores.redis?.problem).toBe('is not connected');
  });

  it('names a failed check by its message, or by its code if it has no message', async () => {
    const health = new Health(NEEDS);
    health.watch('nats', async () => {
      throw Object.assign(new Error(''), { code: 'ECONNREFUSED' });
    });
    health.watch('redis', async () => {
      throw new Error('wrong password');
    });
    const { stores } = await health.read();
    expect([stores.nats?.problem, stores.redis?.problem]).toEqual(['ECONNREFUSED', 'wrong password']);
  });

  it('refuses to watch a store that the process does not declare', () => {
    const settings = new Health(storeNeedsOf('settings'));
    expect(() => settings.watch('redis', () => undefined)).toThrow('redis is not declared in store-needs.ts');
    expect(() => new Health(storeNeedsOf('a tool')).watch('redis', () => undefined)).not.toThrow();
  });
});
