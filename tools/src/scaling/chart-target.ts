import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { repositoryPath } from '../repository.js';
import type { ServiceName } from '../suite/services.js';

const values = z.object({
  autoscaling: z.object({ utilization: z.int().min(1) }),
  services: z.record(z.string(), z.object({ resources: z.object({ requests: z.object({ cpu: z.string() }) }) })),
});

export interface ChartTarget {
  /** Percent of the requested processor time, from which an autoscaler of the chart adds replicas. */
  readonly percent: number;
  /** The requested processor time, in cores. */
  readonly requested: number;
  /** The processor time at that percentage, in cores. */
  readonly cores: number;
}

/** What the default values of the chart scale a service by. @param percent in place of that of the chart */
export function chartTarget(service: ServiceName, percent?: number): ChartTarget {
  const { autoscaling, services } = values.parse(parse(readFileSync(repositoryPath('deploy/helm/parley/values.yaml'), 'utf8')));
  const requested = coresOf(services[service]?.resources.requests.cpu ?? '');
  const wanted = percent ?? autoscaling.utilization;
  return { percent: wanted, requested, cores: (requested * wanted) / 100 };
}

/** `150m`, `1` or `0.5`, as Kubernetes writes it. @throws Error */
export function coresOf(quantity: string): number {
  const match = /^(\d+(?:\.\d+)?)(m?)$/.exec(quantity);
  if (match === null) throw new Error(`${quantity} is no quantity of processor time`);
  return Number(match[1]) / (match[2] === 'm' ? 1000 : 1);
}
