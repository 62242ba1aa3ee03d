import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { notificationsConfig } from './config.js';
import { NotificationsServiceModule } from './notifications-service.module.js';

runMain(() => runService('notifications', loadConfig(notificationsConfig), NotificationsServiceModule));
