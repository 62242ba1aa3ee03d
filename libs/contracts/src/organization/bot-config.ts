import { z } from 'zod';
import { serviceCall } from '../contract.js';
import { json } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';

const MAX_KEY = 100;
const MAX_VALUE = 1_000;
const MAX_ENTRIES = 50;

const entries = z
  .record(storableText({ max: MAX_KEY }), storableText({ max: MAX_VALUE }))
  .refine((given) => Object.keys(given).length <= MAX_ENTRIES);

/** What the owner of a bot sets for its integrations, by key. It may be secret, so no answer has it. */
export const botConfig = () => json(entries);

/** For the service that receives the webhooks of the bot. Empty for other users. */
export const readBotConfig = serviceCall({
  name: 'readBotConfig',
  service: 'organization',
  input: z.object({ organizationId: z.int(), botId: z.int() }),
  output: z.object({ config: z.record(z.string(), z.string()) }),
  safeToRetry: true,
});
