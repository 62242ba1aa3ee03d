import { z } from 'zod';
import { serviceCall } from '../contract.js';

const about = { organizationId: z.int(), userId: z.int(), nonce: z.uuid() };

/** Mails the confirmation link for a new address; `nonce` identifies the change. An outbox call of the request. */
export const mailEmailConfirmation = serviceCall({
  name: 'mailEmailConfirmation',
  service: 'organization',
  input: z.object(about),
  output: z.object({}),
  safeToRetry: true,
});

/** Notifies the old address of a change. An outbox call of that change. */
export const mailEmailChanged = serviceCall({
  name: 'mailEmailChanged',
  service: 'organization',
  input: z.object({ ...about, oldEmail: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});
