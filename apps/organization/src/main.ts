import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { OrganizationModule } from './organization.module.js';

runMain(() => runService('organization', loadConfig('keyHolder'), OrganizationModule));
