import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../supervise/free-port.js';
import { ClearError } from '../terminal/clear-error.js';
import { Control, giveOrder } from './control.js';

let control: Control | undefined;
afterEach(() => control?.close());

describe('the control of a suite', () => {
  it('executes an order and returns its lines', async () => {
    control = await Control.open(await freePort(), async (order) => [`${order} done`]);
    expect(await giveOrder(control.address, 'event-queue=3')).toEqual(['event-queue=3 done']);
  });

  it('returns the sentence of a refusal', async () => {
    control = await Control.open(await freePort(), async () => {
      throw new ClearError('There is no service "queue".');
    });
    await expect(giveOrder(control.address, 'queue=3')).rejects.toThrow(new ClearError('There is no service "queue".'));
  });

  it('rejects orders without the token', async () => {
    const orders: string[] = [];
    control = await Control.open(await freePort(), async (order) => {
      orders.push(order);
      return [];
    });
    const { address } = control;
    for (const token of ['', 'x', address.token.replace(/.$/, '~')]) {
      await expect(giveOrder({ ...address, token }, 'gateway=1')).rejects.toThrow('did not answer (status 401)');
    }
    expect((await fetch(`http://127.0.0.1:${address.port}`, { method: 'POST', body: 'gateway=1' })).status).toBe(401);
    expect(orders).toEqual([]);
  });

  it('fails with one sentence if the supervisor is gone', async () => {
    const port = await freePort();
    await expect(giveOrder({ port, token: 'x' }, 'gateway=2')).rejects.toThrow(/^The supervisor of Parley did not answer \(.*ECONNREFUSED/);
  });
});
