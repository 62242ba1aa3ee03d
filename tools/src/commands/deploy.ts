// npm run test:deploy: the tests of deploy/ with all their programs. It builds helm from the Go module proxy, and fetches the schemas of Kubernetes.
import { reportTests } from '../test/report-tests.js';

await reportTests(() => ({ stages: ['deploy'], paths: [], environment: { PARLEY_DEPLOY_WHOLE: '1' } }));
