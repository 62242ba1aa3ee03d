import { z } from 'zod';
import { bold, code, link, name, paragraphs } from '../text/markdown.js';

const labels = z.record(z.string(), z.string());
export const alert = z.object({ status: z.string(), labels, annotations: labels.default({}), generatorURL: z.string().nullish() });
export type Alert = z.infer<typeof alert>;

const MAX_ALERTS = 15;
const MAX_LABELS = 8;

/** The alerts of one name: those that fire, then those that are resolved. `linksOf`: further links of an alert. */
export function writeAlerts<A extends Alert>(alerts: readonly A[], linksOf: (alert: A) => readonly string[] = () => []): string {
  const of = (isFiring: boolean) => alerts.filter(({ status }) => (status === 'firing') === isFiring);
  return paragraphs(group(':alert: **Firing**', of(true), linksOf), group(':squared_ok: **Resolved**', of(false), linksOf));
}

/** In the order of the first alert of each name. */
export function byName<A extends Alert>(alerts: readonly A[], nameOf: (alert: A) => string): ReadonlyMap<string, readonly A[]> {
  const groups = new Map<string, A[]>();
  for (const each of alerts) {
    const there = groups.get(nameOf(each));
    if (there === undefined) groups.set(nameOf(each), [each]);
    else there.push(each);
  }
  return groups;
}

export function alertName({ labels: named }: Pick<Alert, 'labels'>): string {
  return named.alertname ?? 'Alert';
}

function group<A extends Alert>(title: string, alerts: readonly A[], linksOf: (alert: A) => readonly string[]): string {
  if (alerts.length === 0) return '';
  const left = alerts.length - MAX_ALERTS;
  return [
    title,
    ...alerts.slice(0, MAX_ALERTS).map((each) => `* ${writeAlert(each, linksOf(each))}`),
    ...(left > 0 ? [`* … and ${left} more`] : []),
  ].join('\n');
}

function writeAlert({ labels: named, annotations, generatorURL }: Alert, links: readonly string[]): string {
  const text = annotations.summary ?? annotations.description ?? annotations.message ?? alertName({ labels: named });
  const others = Object.entries(named).filter(([key]) => key !== 'alertname' && key !== 'severity');
  return [
    ...(named.severity === undefined ? [] : [bold(named.severity)]),
    name(text),
    ...others.slice(0, MAX_LABELS).map(([key, value]) => code(`${key}=${value}`)),
    ...[webLink('runbook', annotations.runbook_url), webLink('source', generatorURL), ...links].filter((each) => each !== ''),
  ].join(' ');
}

/** Empty without an address. */
export function webLink(text: string, address: string | null | undefined): string {
  const written = link(text, address);
  return written === text ? '' : written;
}
