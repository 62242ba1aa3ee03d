import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { MEASURED_SERVICES, METRIC_AREAS, type MetricDeclaration, NODE_METRICS } from './declared/index.js';

const PAGE = fileURLToPath(new URL('../../../../docs/metrics.md', import.meta.url));
/** Writes the page instead of comparing it: CONTRIBUTING.md, "Add a metric". */
const isWriting = process.env.PARLEY_WRITE_DOCS === '1';
const every = METRIC_AREAS.flatMap(({ metrics }) => metrics);

function servicesOf({ services }: MetricDeclaration): string {
  const missing = MEASURED_SERVICES.filter((service) => !services.includes(service));
  if (missing.length === 0) return 'all';
  return missing.length <= 2 ? `all but ${missing.join(' and ')}` : services.join(', ');
}

function labelsOf({ labels = {} }: MetricDeclaration): string {
  return Object.entries<string>(labels)
    .map(([label, meaning]) => `\`${label}\`: ${meaning}`)
    .join('; ');
}

function page(): string {
  const tables = METRIC_AREAS.map(({ title, metrics }) => [
    `## ${title}`,
    '',
    '| metric | type | meaning | labels | of | use |',
    '|---|---|---|---|---|---|',
    ...metrics.map(
      (metric) =>
        `| \`${metric.name}\` | ${metric.type} | ${metric.meaning} | ${labelsOf(metric)} | ${servicesOf(metric)} | ${metric.use} |`,
    ),
    '',
  ]);
  return [
    '# Metrics',
    '',
    'Each process answers `/metrics` on its management port. This page is generated from the declarations in `libs/runtime/src/metrics/declared`.',
    'Every metric also has the labels `service` and `instance` (`INSTANCE`). Scrape with `honor_labels: true`, or Prometheus renames them.',
    '"Use the `max`" means that every replica reports the same total, so that a sum would count it several times.',
    '',
    ...tables.flat(),
    '## Node',
    '',
    'Every process also has the standard metrics of [prom-client](https://github.com/siimon/prom-client). The rules and dashboards use these:',
    '',
    '| metric | type | meaning | use |',
    '|---|---|---|---|',
    ...NODE_METRICS.map(({ name, type, meaning, use }) => `| \`${name}\` | ${type} | ${meaning} | ${use} |`),
    '',
  ].join('\n');
}

describe('the declared metrics', () => {
  it('are those of docs/metrics.md', () => {
    if (isWriting) writeFileSync(PAGE, page());
    expect(readFileSync(PAGE, 'utf8')).toBe(page());
  });

  it('hide none of the labels that every metric has', () => {
    const hiding = every.filter(({ labels = {} }) => 'service' in labels || 'instance' in labels);
    expect(hiding.map(({ name }) => name)).toEqual([]);
  });

  it('have different names that follow the conventions of Prometheus', () => {
    expect(new Set(every.map(({ name }) => name)).size).toBe(every.length);
    for (const { name, type } of every) {
      expect(name).toMatch(/^parley_[a-z_]+$/);
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    }
  });
});
