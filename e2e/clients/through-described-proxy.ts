// Runs before each file of clients: whatever they ask, and whoever asks for them, goes through DescribedProxy.
import { readDemo } from '../client/demo.js';
import { DescribedProxy } from '../client/described-proxy.js';

const proxy = await DescribedProxy.before(readDemo(process.env.PARLEY_DEMO_JSON).base_url);
process.env.PARLEY_PROXY_URL = proxy.url;
