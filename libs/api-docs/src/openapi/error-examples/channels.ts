import { channelErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const channelErrorExamples: ErrorExamples<typeof channelErrors> = {
  channelIdUnknown: { args: { streamId: 99 }, fields: { stream_id: z.int() } },
  channelNameUnknown: { args: { stream: 'nowhere' }, fields: { stream: z.string() } },
};
