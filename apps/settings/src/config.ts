import { pushRegistrationVariables } from '@parley/push';
import { baseVariables, pushVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const settingsConfig = z.object({ ...baseVariables, ...storeVariables, ...pushVariables, ...pushRegistrationVariables });
export type SettingsConfig = z.infer<typeof settingsConfig>;
