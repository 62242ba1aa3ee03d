// Runs with each file of integration tests: the file fails if a service sent a statement that reads a table of organizations without binding it to
// one (docs/adr/0025-second-line-of-defence-for-tenants.md).
import { afterAll } from '@jest/globals';
import { expectBoundStatements } from './expect-bound-statements.js';
import { recordStatements } from './recorded-statements.js';

recordStatements();
afterAll(expectBoundStatements);
