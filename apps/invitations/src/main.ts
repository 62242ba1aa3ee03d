import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { InvitationsModule } from './invitations.module.js';

runMain(() => runService('invitations', loadConfig('inviter'), InvitationsModule));
