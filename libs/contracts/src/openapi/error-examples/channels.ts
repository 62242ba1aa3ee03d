import { z } from 'zod';
import type { channelErrors } from '../../errors/channels.js';
import type { ErrorExamples } from './error-example.js';

export const channelErrorExamples: ErrorExamples<typeof channelErrors> = {
  channelIdUnknown: { args: { streamId: 99 }, fields: { stream_id: z.int() } },
  channelNameUnknown: { args: { stream: 'nowhere' }, fields: { stream: z.string() } },
};
