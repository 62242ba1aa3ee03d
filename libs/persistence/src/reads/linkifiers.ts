import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { PREPARED } from '../prepared-statements.js';
import { rows, type SqlReader } from '../rows.js';
import { type Select, select } from '../selects.js';

const linkifierRow = z.object({
  id: z.int(),
  pattern: z.string(),
  urlTemplate: z.string(),
  exampleInput: z.string().nullable(),
  reverseTemplate: z.string().nullable(),
  alternativeUrlTemplates: z.array(z.string()).readonly(),
});

/** A linkifier as stored. */
export type LinkifierRecord = Readonly<z.output<typeof linkifierRow>>;

/** All linkifiers of the organization, in the order in which they are applied. */
export function selectLinkifiers(organizationId: number): Select<typeof linkifierRow> {
  return select(
    linkifierRow,
    Prisma.sql`
    SELECT id, pattern, url_template AS "urlTemplate", example_input AS "exampleInput", reverse_template AS "reverseTemplate",
      alternative_url_templates AS "alternativeUrlTemplates"
    FROM linkifier WHERE organization_id = ${organizationId} ORDER BY place, id`,
  );
}

export function linkifiersOf(reader: SqlReader, organizationId: number): Promise<LinkifierRecord[]> {
  const { row, statement } = selectLinkifiers(organizationId);
  return rows(reader, row, Prisma.sql`${PREPARED} ${statement}`);
}
