import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALL_EXAMPLES } from '@parley/api-docs';
import { World } from '../client/world.js';
import { ExampleShell } from './example-shell.js';

const shell = new ExampleShell(new World());
const { operations } = shell;
const runnable = operations.filter(({ operationId }) => CALL_EXAMPLES[operationId]?.unable === undefined);
beforeAll(() => shell.open());
afterAll(() => shell.close());

describe('the examples of /api/docs', () => {
  it.each(runnable.map(({ operationId }) => operationId))('%s works as printed', async (operationId) => {
    expect(JSON.parse(await shell.run(operationId))).toMatchObject({ result: 'success', msg: '' });
  });

  it('give a reason if they cannot be run', () => {
    const others = operations.filter((operation) => !runnable.includes(operation));
    expect(others.map(({ description }) => description)).toEqual(
      others.map(() => expect.stringContaining('This example cannot be run unchanged.')),
    );
  });
});
