import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { type CallOf, SYSTEM_VISITOR, serviceCall } from '@parley/contracts';
import { baseConfig, Runtime } from '@parley/runtime';
import { TestSuite } from '@parley/testing';
import { z } from 'zod';
import { Serves } from '../src/index.js';

const whoAmI = serviceCall({
  name: 'whoAmIForTests',
  service: 'settings',
  input: z.object({}),
  output: z.object({ process: z.string() }),
  safeToRetry: true,
  addressable: true,
});

@Controller()
class NameController {
  constructor(private readonly runtime: Runtime) {}

  @Serves(whoAmI) async whoAmI(_call: CallOf<typeof whoAmI>) {
    return { process: this.runtime.address };
  }
}

@Module({ controllers: [NameController] })
class NameModule {}

let suite: TestSuite;
let addresses: string[];
beforeAll(async () => {
  suite = await TestSuite.open();
  const replicas = [
    await suite.start('settings', NameModule, baseConfig, { INSTANCE: 'one' }),
    await suite.start('settings', NameModule, baseConfig, { INSTANCE: 'two' }),
  ];
  addresses = replicas.map(({ runtime }) => runtime.address);
});
afterAll(() => suite.close());

it('a call to one process reaches that process only', async () => {
  for (const to of [...addresses, ...addresses]) {
    expect(await suite.rpc.call(whoAmI, {}, SYSTEM_VISITOR, { to })).toEqual({ process: to });
  }
});

it('a call to a process that is gone is answered by another, at once', async () => {
  const { process } = await suite.rpc.call(whoAmI, {}, SYSTEM_VISITOR, { to: 'gone-000000000000' });
  expect(addresses).toContain(process);
});
