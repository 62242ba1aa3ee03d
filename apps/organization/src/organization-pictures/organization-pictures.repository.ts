import type { Tx } from '@parley/persistence';

/** `key`: of the setting. `file`: null removes it. */
export async function storePicture(tx: Tx, organizationId: number, key: string, file: string | null): Promise<void> {
  if (file === null) await tx.$executeRaw`UPDATE organization SET settings = settings - ${key}::text WHERE id = ${organizationId}`;
  else {
    await tx.$executeRaw`
      UPDATE organization SET settings = settings || jsonb_build_object(${key}::text, ${file}::text) WHERE id = ${organizationId}`;
  }
}
