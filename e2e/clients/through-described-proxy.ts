// Runs before each test file of clients, so that all their requests pass the DescribedProxy.
import { readDemo } from '../client/demo.js';
import { DescribedProxy } from '../client/described-proxy.js';

const proxy = await DescribedProxy.before(readDemo(process.env.PARLEY_DEMO_JSON).base_url);
process.env.PARLEY_PROXY_URL = proxy.url;
