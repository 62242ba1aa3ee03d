import { readFileSync } from 'node:fs';
import { parseWords } from '../measure/proc.js';
import type { Target } from '../target.js';
import { callOk } from './http-client.js';

/** How many polls the gateways hold, from their metrics. */
export async function countHeldPolls({ processes }: Target): Promise<number> {
  let held = 0;
  for (const { pid } of processes.filter(({ service }) => service === 'gateway')) {
    const port = parseWords(readFileSync(`/proc/${pid}/environ`, 'utf8')).find((word) => word.startsWith('MANAGEMENT_PORT='));
    if (port === undefined) throw new Error('the gateway has no management port');
    held += heldIn(await callOk('GET', `http://127.0.0.1:${port.split('=')[1]}/metrics`, {}));
  }
  return held;
}

export function heldIn(metrics: string): number {
  const counts = [...metrics.matchAll(/^parley_held_polls(?:\{[^}]*\})? (\d+)$/gm)].map(([, count]) => Number(count));
  if (counts.length === 0) throw new Error('the gateway does not count held polls');
  return counts.reduce((sum, count) => sum + count, 0);
}
