import { baseVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const channelsConfig = z.object({ ...baseVariables, ...storeVariables });
