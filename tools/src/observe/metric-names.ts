/** Names in a PromQL expression that are metrics: what Parley, Node and Prometheus itself measure, and recorded series. */
export function metricsIn(expression: string): string[] {
  const names = expression
    .replace(/"[^"]*"/g, '""')
    .matchAll(/\b(?:(?:parley|process|nodejs)_[a-z0-9_]+|parley:[a-z0-9_:]+|up)\b(?!\s*\()/g);
  return [...new Set([...names].map(([name]) => name))];
}

/** The names of the series of a metric: a histogram has three. */
export function seriesOf(name: string, type: string): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

/** The series that docs/metrics.md declares. A test holds that page against the metrics of each service. */
export function declaredSeries(page: string): Set<string> {
  return new Set([...page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].flatMap(([, name = '', type = '']) => seriesOf(name, type)));
}
