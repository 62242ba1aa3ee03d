// npm run test:clients: all stock clients against a suite, while every service is killed in turn. Writes the results into the tables
// of docs/clients.md.
import { reportTests } from '../test/report-tests.js';

await reportTests(() => ({ stages: ['clients'], paths: [], environment: { PARLEY_CLIENTS_WHOLE: '1' }, isDurable: true }));
