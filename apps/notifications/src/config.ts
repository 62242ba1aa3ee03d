import { baseVariables, mailVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const notificationsConfig = z.object({ ...baseVariables, ...storeVariables, ...mailVariables });
export type NotificationsConfig = z.infer<typeof notificationsConfig>;
