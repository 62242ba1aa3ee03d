import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { ApiError, apiErrors, broadcast, type Caller, type CallOf, type OutputOf, serviceCall } from '@parley/contracts';
import { baseConfig, Runtime } from '@parley/runtime';
import { expectSoon, TestSuite } from '@parley/testing';
import { z } from 'zod';
import { Bus, RpcClient, type RunningService, Serves } from '../src/index.js';

const echo = serviceCall({
  name: 'echoForTests',
  service: 'settings',
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string(), userId: z.int() }),
});
const grow = serviceCall({
  name: 'growForTests',
  service: 'settings',
  input: z.object({ bytes: z.int() }),
  output: z.object({ text: z.string() }),
});
const stray = serviceCall({
  name: 'strayForTests',
  service: 'settings',
  input: z.object({ answer: z.unknown() }),
  output: z.object({ people: z.array(z.object({ id: z.int() })) }),
  safeToRetry: true,
});
const fail = serviceCall({ name: 'failForTests', service: 'settings', input: z.object({ known: z.boolean() }), output: z.object({}) });
const hang = serviceCall({ name: 'hangForTests', service: 'settings', input: z.object({}), output: z.object({}) });
const nobody = serviceCall({ name: 'nobodyForTests', service: 'invitations', input: z.object({}), output: z.object({}), timeoutMs: 300 });
const told = broadcast('told-for-tests', z.object({ word: z.string() }));

let strayCalls = 0;
let hangingCalls = 0;
/** Lets the calls of `hang` return. */
let release = (): void => undefined;
let released = newGate();

function newGate(): Promise<void> {
  return new Promise((resolve) => {
    release = () => {
      released = newGate();
      resolve();
    };
  });
}

@Controller()
class EchoController {
  @Serves(echo) async echo(call: CallOf<typeof echo>) {
    return { text: call.params.text, userId: 'userId' in call.caller ? call.caller.userId : 0 };
  }
  @Serves(grow) async grow(call: CallOf<typeof grow>) {
    return { text: 'é'.repeat(call.params.bytes / 2) };
  }
  @Serves(stray) async stray(call: CallOf<typeof stray>) {
    strayCalls += 1;
    return call.params.answer as OutputOf<typeof stray>;
  }
  @Serves(fail) async fail(call: CallOf<typeof fail>): Promise<Record<string, never>> {
    if (call.params.known) throw apiErrors.noSuchDestinationName({ stream: 'nowhere' });
    throw new Error('an internal detail');
  }
  @Serves(hang) async hang(_call: CallOf<typeof hang>) {
    hangingCalls += 1;
    await released;
    return {};
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

const caller: Caller = { organizationId: 1, userId: 7, role: 400, isBot: false, botOwnerId: null, clientName: 'test' };

let suite: TestSuite;
let replica: RunningService;

beforeAll(async () => {
  suite = await TestSuite.open();
  replica = await suite.start('settings', EchoModule, baseConfig);
});
afterAll(() => suite.close());

function errorOf(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => Promise.reject(new Error('succeeded')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  );
}

describe('a call to another service', () => {
  it('delivers parameters and caller, and returns the answer', async () => {
    await expect(suite.rpc.call(echo, { text: 'hällo' }, caller)).resolves.toEqual({ text: 'hällo', userId: 7 });
  });

  it('returns an answer that is larger than one message of the bus may be', async () => {
    const { text } = await suite.rpc.call(grow, { bytes: 20_000_000 }, caller);
    expect(Buffer.byteLength(text)).toBe(20_000_000);
  });

  it('returns an ApiError with all its fields', async () => {
    const error = await errorOf(suite.rpc.call(fail, { known: true }, caller));
    expect(error.toBody()).toEqual({
      result: 'error',
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel 'nowhere' does not exist",
      stream: 'nowhere',
    });
  });

  it('reveals nothing about an unexpected error', async () => {
    const error = await errorOf(suite.rpc.call(fail, { known: false }, caller));
    expect([error.status, JSON.stringify(error.toShape())]).toEqual([500, expect.not.stringContaining('secret')]);
  });

  it('fails once, with a log line that shows no content, if the answer does not match its contract', async () => {
    const rpc = replica.app.get(RpcClient, { strict: false });
    const log = jest.spyOn(replica.app.get(Runtime, { strict: false }).logger, 'error').mockImplementation(() => undefined);
    const error = await errorOf(rpc.call(stray, { answer: { people: [{ id: 7 }, { id: 'secret' }] } }, caller));
    const lines = JSON.stringify(log.mock.calls);
    log.mockRestore();
    expect([error.status, error.code, strayCalls]).toEqual([500, 'INTERNAL_ERROR', 1]);
    expect(JSON.parse(lines)).toEqual([
      [{ call: 'strayForTests', answeredBy: 'settings', fault: 'people.1.id (invalid_type)' }, 'a reply does not match its contract'],
    ]);
    expect(lines).not.toContain('secret');
  });

  it('may answer with more than this version knows', async () => {
    await expect(suite.rpc.call(stray, { answer: { people: [{ id: 7, later: 1 }] } }, caller)).resolves.toEqual({ people: [{ id: 7 }] });
  });

  it('rejects parameters that the contract does not allow', async () => {
    const error = await errorOf(suite.rpc.call(echo, { text: 5 } as never, caller));
    expect(error.status).toBe(500);
  });

  it('fails with the cause, not as unavailable, if it is too large to be sent', async () => {
    const text = 'x'.repeat(9 * 1024 * 1024);
    await expect(suite.rpc.call(echo, { text }, caller)).rejects.toThrow('max_payload size exceeded');
  });

  it('ends as unavailable if the caller cancels it', async () => {
    const off = new AbortController();
    const before = hangingCalls;
    const call = errorOf(suite.rpc.call(hang, {}, caller, { timeoutMs: 60_000, signal: off.signal }));
    while (hangingCalls === before) await delay(5);
    off.abort();
    expect((await call).status).toBe(503);
    expect((await errorOf(suite.rpc.call(hang, {}, caller, { signal: off.signal }))).status).toBe(503);
    expect(hangingCalls).toBe(before + 1);
    release();
  });

  it('ends with 503 and a time to retry if the service is too slow', async () => {
    const error = await errorOf(suite.rpc.call(hang, {}, caller, { timeoutMs: 300 }));
    expect([error.status, error.retryAfterSeconds]).toEqual([503, 1]);
    release();
  });

  it('ends with 503 by its deadline if no replica serves it', async () => {
    const error = await errorOf(suite.rpc.call(nobody, {}, caller));
    expect(error.status).toBe(503);
  });

  it('is finished by a replica that is stopping', async () => {
    const second = await suite.start('settings', EchoModule, baseConfig);
    await replica.stop();
    const before = hangingCalls;
    const call = suite.rpc.call(hang, {}, caller);
    while (hangingCalls === before) await delay(5);
    const stopped = second.stop();
    // It accepts no new calls from now on, and this one is still under way.
    await errorOf(suite.rpc.call(nobody, {}, caller));
    release();
    await expect(call).resolves.toEqual({});
    await stopped;
    replica = await suite.start('settings', EchoModule, baseConfig);
  });
});

describe('a broadcast', () => {
  it('reaches every process that listens at its address; one that cannot be parsed is skipped', async () => {
    const other = await suite.start('settings', EchoModule, baseConfig);
    const heard: string[] = [];
    for (const process of [replica, other]) {
      process.app.get(Bus, { strict: false }).subscribe(told, ({ word }) => void heard.push(word), '3.>');
    }
    await suite.rpc.call(echo, { text: 'flush' }, caller);
    const sender = other.app.get(Bus, { strict: false });
    sender.publish(told, { word: 'elsewhere' }, '4.1');
    sender.publish(told, { wrong: true } as never, '3.1');
    sender.publish(told, { word: 'here' }, '3.1');
    await expectSoon(async () => heard, ['here', 'here']);
  });
});

it('a process has one client for all calls', () => {
  expect(replica.app.get(RpcClient, { strict: false })).toBeInstanceOf(RpcClient);
});
