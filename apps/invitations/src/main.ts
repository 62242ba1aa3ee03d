import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { invitationsConfig } from './config.js';
import { InvitationsServiceModule } from './invitations-service.module.js';

runMain(() => runService('invitations', loadConfig(invitationsConfig), InvitationsServiceModule));
