import type { Tx } from '@parley/persistence';
import { forgetSaid } from '../scim/people.repository.js';
import { deleteSignIn } from '../sign-in/delete-sign-in.repository.js';

/** What logs the user in, open requests, what a directory said, and what a bot stored. */
export async function deleteCredentials(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM api_key WHERE organization_id = ${organizationId} AND user_id = ${id}`;
  await deleteSignIn(tx, organizationId, id);
  await forgetSaid(tx, organizationId, id);
  await tx.$executeRaw`DELETE FROM bot_storage WHERE organization_id = ${organizationId} AND bot_id = ${id}`;
  await tx.$executeRaw`DELETE FROM bot_service WHERE organization_id = ${organizationId} AND bot_id = ${id}`;
  await tx.$executeRaw`DELETE FROM bot_config WHERE organization_id = ${organizationId} AND bot_id = ${id}`;
}

/**
 * Names of the user in entries about them, names of their API tokens, and addresses of their clients. What changed stays, and who changed it. In the same transaction as the
 * change of the name, which has an entry too.
 */
export async function redactAuditLog(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE audit_log SET changes = jsonb_set(changes, '{full_name}', '{"hidden": true}')
    WHERE organization_id = ${organizationId} AND kind LIKE 'user.%' AND subject = ${String(userId)} AND changes ? 'full_name'`;
  await tx.$executeRaw`
    UPDATE audit_log SET changes = jsonb_set(changes, '{name}', '{"hidden": true}')
    WHERE organization_id = ${organizationId} AND kind LIKE 'api_token.%' AND ${String(userId)} IN (changes -> 'user_id' ->> 'new', changes -> 'user_id' ->> 'old')`;
  await tx.$executeRaw`
    UPDATE audit_log SET address = NULL, slot = NULL
    WHERE organization_id = ${organizationId} AND (actor_id = ${userId} OR (kind LIKE 'login.%' AND subject = ${String(userId)}))`;
}
