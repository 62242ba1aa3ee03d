import { z } from 'zod';
import { serviceCall } from '../contract.js';

const about = { organizationId: z.int(), userId: z.int(), nonce: z.uuid() };

/** Mails the link that confirms a new address, which nonce names. Owed by the change that asks for it. */
export const mailEmailConfirmation = serviceCall({
  name: 'mailEmailConfirmation',
  service: 'organization',
  input: z.object(about),
  output: z.object({}),
  safeToRetry: true,
});

/** Tells the old address of a change. Owed by that change. */
export const mailEmailChanged = serviceCall({
  name: 'mailEmailChanged',
  service: 'organization',
  input: z.object({ ...about, oldEmail: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});
