import type { Rule } from './rule.js';
import { apiTests } from './rules/api-tests.js';
import { barrels } from './rules/barrels.js';
import { busRights } from './rules/bus-rights.js';
import { conflictTargets } from './rules/conflict-targets.js';
import { contractHandlers } from './rules/contract-handlers.js';
import { databaseFunctions } from './rules/database-functions.js';
import { declaredPackages } from './rules/declared-packages.js';
import { docs } from './rules/docs.js';
import { exactTypes } from './rules/exact-types.js';
import { fileLength } from './rules/file-length.js';
import { formatAndLint } from './rules/format-and-lint.js';
import { importCycles } from './rules/import-cycles.js';
import { layers } from './rules/layers.js';
import { lockFile } from './rules/lock-file.js';
import { names } from './rules/names.js';
import { organizationFirst } from './rules/organization-first.js';
import { organizationInStatements } from './rules/organization-in-statements.js';
import { packageOwners } from './rules/package-owners.js';
import { processEnv } from './rules/process-env.js';
import { projectFiles } from './rules/project-files.js';
import { tableWriters } from './rules/table-writers.js';
import { types } from './rules/types.js';
import { wholeTests } from './rules/whole-tests.js';

export const EVERY_RULE: readonly Rule[] = [
  formatAndLint,
  types,
  layers,
  packageOwners,
  declaredPackages,
  lockFile,
  importCycles,
  projectFiles,
  tableWriters,
  databaseFunctions,
  contractHandlers,
  busRights,
  organizationFirst,
  organizationInStatements,
  conflictTargets,
  processEnv,
  exactTypes,
  barrels,
  fileLength,
  names,
  wholeTests,
  apiTests,
  docs,
];
