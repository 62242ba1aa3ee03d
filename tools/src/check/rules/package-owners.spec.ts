import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { packageOwners } from './package-owners.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());
const found = (files: Record<string, string>) => scratch.findings(packageOwners, files);

describe('package-owners', () => {
  it('accepts the libraries that wrap a package', async () => {
    expect(
      await found({
        'libs/rpc/src/a.ts': "import '@nats-io/transport-node';\nimport '@nestjs/microservices';\n",
        'libs/jobs/src/a.ts': "import 'bullmq';\nimport '@bull-board/api';\n",
        'libs/persistence/src/a.ts': "import 'pg';\nimport '@prisma/client/runtime/client';\n",
        'apps/messaging/src/a.ts': "import 'pgp-tools';\nimport '@nestjs/common';\n",
      }),
    ).toEqual([]);
  });

  it.each([
    ['@nats-io/transport-node', 'apps/messaging'],
    ['@nestjs/microservices', 'libs/event-log'],
    ['bullmq', 'apps/invitations'],
    ['@bull-board/api', 'apps/invitations'],
    ['pg', 'apps/channels'],
    ['@prisma/client/runtime/client', 'libs/event-log'],
  ])('rejects %s in %s', async (name, project) => {
    const importer = project.split('/')[1];
    expect(await found({ [`${project}/src/a.ts`]: `import '${name}';\n` })).toEqual([
      `${project}/src/a.ts:1 ${importer} imports '${name}'.`,
    ]);
  });
});
