import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { type Caller, type CallOf, serviceCall } from '@parley/contracts';
import { baseConfig } from '@parley/runtime';
import { TestSuite } from '@parley/testing';
import { z } from 'zod';
import { NatsLink, RawJson, type RunningService, ServesRawJson } from '../src/index.js';

const list = serviceCall({
  name: 'listForTests',
  service: 'settings',
  input: z.object({ of: z.string() }),
  output: z.object({ own: z.int(), people: z.array(z.string()) }),
  sharesTexts: true,
});

const namesOf = (of: string) => Array.from({ length: 3_000 }, (_, n) => `${of} ${n}`);

@Controller()
class ListController {
  @ServesRawJson(list) async list({ caller, params }: CallOf<typeof list>): Promise<RawJson> {
    const own = 'userId' in caller ? caller.userId : 0;
    return RawJson.object({ own, people: RawJson.of(namesOf(params.of)).shared() });
  }
}

@Module({ controllers: [ListController] })
class ListModule {}

let suite: TestSuite;
let service: RunningService;
beforeAll(async () => {
  suite = await TestSuite.open();
  service = await suite.start('settings', ListModule, baseConfig);
});
afterAll(() => suite.close());

const userOf = (organizationId: number, userId: number): Caller => ({
  organizationId,
  userId,
  role: 400,
  isBot: false,
  botOwnerId: null,
  clientName: 'test',
});

/** Calls, checks the answer, and returns how many bytes the service sent. */
async function bytesOfCall(caller: Caller, of: string): Promise<number> {
  const { connection } = service.app.get(NatsLink, { strict: false });
  const before = connection.stats().outBytes;
  expect(await suite.rpc.call(list, { of }, caller)).toEqual({ own: caller.userId, people: namesOf(of) });
  return connection.stats().outBytes - before;
}

it('a text that many answers share is sent to a caller once, for each organization', async () => {
  const whole = JSON.stringify(namesOf('Ann')).length;
  expect(await bytesOfCall(userOf(1, 7), 'Ann')).toBeGreaterThan(whole);
  expect(await bytesOfCall(userOf(1, 8), 'Ann')).toBeLessThan(whole / 10);
  expect(await bytesOfCall(userOf(2, 9), 'Ann')).toBeGreaterThan(whole);
  expect(await bytesOfCall(userOf(1, 7), 'Bob')).toBeGreaterThan(whole);
  expect(await bytesOfCall(userOf(1, 7), 'Ann')).toBeLessThan(whole / 10);
});
