// npm test [-- <stage or part of a path> …]
import { reportTests } from '../test/report-tests.js';
import { select } from '../test/stages.js';

await reportTests(() => select(process.argv.slice(2)));
