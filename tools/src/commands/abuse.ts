// npm run test:abuse: the attack suite in its long form, against a separate suite. Prints what was tried and what held.
import { reportTests } from '../test/report-tests.js';

await reportTests(() => ({ stages: ['api'], paths: ['e2e/abuse', 'e2e/api/strange-input'], environment: { PARLEY_ABUSE_WHOLE: '1' } }));
