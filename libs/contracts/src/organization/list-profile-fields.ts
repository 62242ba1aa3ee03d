import { z } from 'zod';
import { endpoint } from '../contract.js';
import { profileFieldExample } from '../examples/organization.js';
import { profileFieldObject } from './profile-field-object.js';

/** The organization's custom profile fields, in their order. */
export const listProfileFields = endpoint({
  name: 'listProfileFields',
  method: 'GET',
  path: '/realm/profile_fields',
  service: 'organization',
  scope: 'read',
  summary: 'Get custom profile fields',
  params: {},
  response: { custom_fields: z.array(profileFieldObject) },
  example: { custom_fields: [profileFieldExample] },
});
