import type { FastifyRequest } from 'fastify';

/** Far more than any form of ours holds. */
export const LARGEST_FORM_BYTES = 16 * 1024;

/** The only bodies of pages: forms of browsers. */
export type PageForm = URLSearchParams | undefined;

/** The last value of a field; empty where there is none. */
export function fieldOf({ body }: FastifyRequest<{ Body: PageForm }>, name: string): string {
  return body?.getAll(name).at(-1) ?? '';
}

/** Who calls, where a page asks a service. */
export function visitorOf({ headers }: Pick<FastifyRequest, 'headers'>) {
  return { host: headers.host ?? '', clientName: 'website' };
}
