/** The newest migration of prisma/directory when this version was built. schema-version.spec.ts compares it. */
export const DIRECTORY_VERSION = '20261124030000_moves';
