import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { InvitationsServiceModule } from './invitations-service.module.js';

runMain(() => runService('invitations', loadConfig('inviter'), InvitationsServiceModule));
