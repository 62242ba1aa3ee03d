import { baseVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const settingsConfig = z.object({ ...baseVariables, ...storeVariables });
