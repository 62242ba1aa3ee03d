import { z } from 'zod';

const answer = z.object({
  response_not_required: z.boolean().optional(),
  content: z.string().optional(),
  response_string: z.string().optional(),
  /** Of programs that were written for Slack. */
  text: z.string().optional(),
});

export type Reply = { readonly kind: 'content'; readonly content: string } | { readonly kind: 'silent' } | { readonly kind: 'invalid' };

/** What a program wants the bot to say. An empty answer is no reply. */
export function replyIn(body: string): Reply {
  if (body.trim() === '') return { kind: 'silent' };
  const value = parsed(body);
  if (value === '') return { kind: 'silent' };
  const read = answer.safeParse(value);
  if (!read.success) return { kind: 'invalid' };
  const { response_not_required: isSilent, content, response_string: older, text } = read.data;
  const said = content ?? older ?? text ?? '';
  return isSilent === true || said.trim() === '' ? { kind: 'silent' } : { kind: 'content', content: said };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
