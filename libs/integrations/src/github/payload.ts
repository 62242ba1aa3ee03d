import { z } from 'zod';

export const repository = z.object({ name: z.string(), full_name: z.string(), html_url: z.string() });
export const account = z.object({ login: z.string() });
/** What nearly every event has. */
export const common = z.object({ repository, sender: account });

/** An issue or a pull request. */
export const thread = z.object({ number: z.int(), title: z.string(), html_url: z.string(), body: z.string().nullish() });
export type Thread = z.infer<typeof thread>;

const REF = /^refs\/(heads|tags)\//;

export function branchOf(ref: string): string {
  return ref.replace(REF, '');
}
