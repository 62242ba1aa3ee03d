import { describe, expect, it } from '@jest/globals';
import { MEASURED_SERVICES, METRIC_AREAS, NODE_METRICS } from '@parley/runtime';
import { z } from 'zod';

const urls = z.record(z.string(), z.url()).parse(JSON.parse(process.env.PARLEY_TEST_METRICS ?? '{}'));
const declared = METRIC_AREAS.flatMap(({ metrics }) => metrics);

/** Name and type of each metric, and the names of the labels that its values have. */
function readMetrics(text: string) {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type] as const);
  const values = [...text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{([^}]*)\} /gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
  }));
  return { types: new Map(types), values };
}

describe('the metrics of a running service', () => {
  it('are asked from all services', () => {
    expect(Object.keys(urls).sort()).toEqual([...MEASURED_SERVICES].sort());
  });

  it.each(MEASURED_SERVICES)('of %s are those that are declared for it, with their types and labels', async (service) => {
    const { types, values } = readMetrics(await (await fetch(urls[service] ?? '')).text());
    const ours = declared.filter(({ services }) => services.includes(service));
    const shown = [...types].filter(([name]) => name.startsWith('parley_'));
    expect(shown.sort()).toEqual(ours.map(({ name, type }) => [name, type]).sort());
    for (const { name, type } of NODE_METRICS) expect([name, types.get(name)]).toEqual([name, type]);
    for (const { name, type, labels = {} } of ours) {
      const allowed = ['service', 'instance', ...Object.keys(labels), ...(type === 'histogram' ? ['le'] : [])];
      const unknown = values
        .filter((value) => value.name === name)
        .flatMap((value) => value.labels.filter((label) => !allowed.includes(label)));
      expect([name, unknown]).toEqual([name, []]);
    }
  });
});
