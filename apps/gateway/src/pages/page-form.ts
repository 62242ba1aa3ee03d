import type { FastifyRequest } from 'fastify';

/** Far more than any of our forms needs. */
export const MAX_FORM_BYTES = 16 * 1024;

/** The only bodies that pages accept: HTML forms. */
export type PageForm = URLSearchParams | undefined;

/** The last value of a field, or an empty string. */
export function fieldOf({ body }: FastifyRequest<{ Body: PageForm }>, name: string): string {
  return body?.getAll(name).at(-1) ?? '';
}

/** The integers among the values of a field that can be sent several times. */
export function idsOf({ body }: FastifyRequest<{ Body: PageForm }>, name: string): number[] {
  return (body?.getAll(name) ?? []).map(Number).filter((id) => Number.isSafeInteger(id));
}

/** The visitor for calls that a page makes to a service. */
export function visitorOf({ headers }: Pick<FastifyRequest, 'headers'>) {
  return { host: headers.host ?? '', clientName: 'website' };
}
