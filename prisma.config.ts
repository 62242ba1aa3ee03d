import { defineConfig } from 'prisma/config';

// Only `prisma generate` and `prisma validate` are used (tools/generate-prisma-client.mjs); migrations are applied by tools/src/migrate.
export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } });
