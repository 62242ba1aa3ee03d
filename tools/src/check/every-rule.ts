import type { Rule } from './rule.js';
import { apiTests } from './rules/api-tests.js';
import { busRights } from './rules/bus-rights.js';
import { conflictTargets } from './rules/conflict-targets.js';
import { contractHandlers } from './rules/contract-handlers.js';
import { databaseFunctions } from './rules/database-functions.js';
import { declaredPackages } from './rules/declared-packages.js';
import { docs } from './rules/docs.js';
import { exactTypes } from './rules/exact-types.js';
import { featureFolders } from './rules/feature-folders.js';
import { formatAndLint } from './rules/format-and-lint.js';
import { generatedFilesCurrent } from './rules/generated-files.js';
import { layers } from './rules/layers.js';
import { lockFile } from './rules/lock-file.js';
import { messagesByOrganization } from './rules/messages-by-organization.js';
import { names } from './rules/names.js';
import { organizationFirst } from './rules/organization-first.js';
import { organizationInStatements } from './rules/organization-in-statements.js';
import { packageOwners } from './rules/package-owners.js';
import { projectFiles } from './rules/project-files.js';
import { safeMigrations } from './rules/safe-migrations.js';
import { schemasMadeOnce } from './rules/schemas-made-once.js';
import { sqlInRepositories } from './rules/sql-in-repositories.js';
import { tableWriters } from './rules/table-writers.js';
import { types } from './rules/types.js';

export const EVERY_RULE: readonly Rule[] = [
  formatAndLint,
  types,
  layers,
  packageOwners,
  declaredPackages,
  lockFile,
  featureFolders,
  projectFiles,
  generatedFilesCurrent,
  sqlInRepositories,
  tableWriters,
  databaseFunctions,
  safeMigrations,
  contractHandlers,
  busRights,
  organizationFirst,
  organizationInStatements,
  messagesByOrganization,
  conflictTargets,
  exactTypes,
  schemasMadeOnce,
  names,
  apiTests,
  docs,
];
