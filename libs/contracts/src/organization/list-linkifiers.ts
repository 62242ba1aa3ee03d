import { z } from 'zod';
import { endpoint } from '../contract.js';
import { linkifierExample } from '../examples/organization.js';
import { linkifierObject } from './linkifier-object.js';

/** The organization's linkifiers, in the order in which they are applied. */
export const listLinkifiers = endpoint({
  name: 'listLinkifiers',
  method: 'GET',
  path: '/realm/linkifiers',
  service: 'organization',
  scope: 'read',
  summary: 'Get linkifiers',
  params: {},
  response: { linkifiers: z.array(linkifierObject) },
  example: { linkifiers: [linkifierExample] },
});
