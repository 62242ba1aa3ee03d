import { baseVariables, mailInVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const channelsConfig = z.object({ ...baseVariables, ...storeVariables, ...mailInVariables });
export type ChannelsConfig = z.infer<typeof channelsConfig>;
