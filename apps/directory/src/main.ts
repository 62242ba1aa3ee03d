import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { directoryConfig } from './config.js';
import { DirectoryModule } from './directory.module.js';

runMain(() => runService('directory', loadConfig(directoryConfig), DirectoryModule));
