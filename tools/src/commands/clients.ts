// npm run test:clients: stock clients against a suite, all that there is of them, while every service is killed in turn. Writes the tables
// of docs/clients.md as the run went.
import { reportTests } from '../test/report-tests.js';

await reportTests(() => ({ stages: ['clients'], paths: [], environment: { PARLEY_CLIENTS_WHOLE: '1' }, isDurable: true }));
