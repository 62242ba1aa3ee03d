import { ClearError } from '../terminal/clear-error.js';

/** The services, in the order of their start. They find each other over NATS, so the order only matters for readers. */
export const serviceNames = [
  'organization',
  'channels',
  'messaging',
  'settings',
  'invitations',
  'notifications',
  'event-queue',
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];
/** Those of a cell that is not the first have its name before them: `cell-2-event-queue`. */
export type Replicas = Partial<Record<ServiceName | `cell-${number}-${ServiceName}`, number>>;

const maxReplicas = 16;

/**
 * Reads `event-queue=2,gateway=2`.
 * @param where prefix of an error, such as `--replicas: `
 * @throws ClearError with what is wrong
 */
export function parseReplicas(text: string, where = ''): Replicas {
  const replicas: Replicas = {};
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [name = '', count = ''] = part.split('=').map((side) => side.trim());
    if (!isScaled(name)) throw new ClearError(`${where}There is no service "${name}". The services are ${serviceNames.join(', ')}.`);
    if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > maxReplicas) {
      throw new ClearError(`${where}${name} needs a number from 1 to ${maxReplicas}, as in ${name}=2.`);
    }
    replicas[name] = Number(count);
  }
  return replicas;
}

/** The same number of replicas of every service. */
export function replicasOfAll(count: number): Replicas {
  return Object.fromEntries(serviceNames.map((name) => [name, count]));
}

function isScaled(name: string): name is keyof Replicas {
  return serviceNames.some((known) => known === name.replace(/^cell-\d+-/, ''));
}
