import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { organizationConfig } from './config.js';
import { OrganizationModule } from './organization.module.js';

runMain(() => runService('organization', loadConfig(organizationConfig), OrganizationModule));
