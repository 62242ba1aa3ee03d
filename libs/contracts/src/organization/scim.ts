import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** The scope of a token with which a directory keeps accounts and groups (docs/adr/0080-scim.md). Such a token can do nothing else, and no other token can do this. */
export const PROVISION_SCOPE = 'provision';

export const SCIM_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ScimMethod = (typeof SCIM_METHODS)[number];

/**
 * Answers a SCIM request (RFC 7644). The gateway has verified the token, and the caller is its account. An error of SCIM is an answer like any other,
 * with its status and body.
 */
export const answerScim = serviceCall({
  name: 'answerScim',
  service: 'organization',
  input: z.object({
    method: z.enum(SCIM_METHODS),
    /** Below `/scim/v2`, without a slash at the end: `/Users/12`. */
    path: z.string(),
    query: z.record(z.string(), z.string()),
    /** The JSON of the request. Absent: it has no body. */
    body: z.unknown().optional(),
    /** `https://chat.example.com/scim/v2`: the addresses of resources begin with it. */
    baseUrl: z.string(),
  }),
  output: z.object({
    status: z.int(),
    /** JSON. Null: the answer has no body. */
    body: z.string().nullable(),
    /** The address of a resource that was created. */
    location: z.string().optional(),
  }),
  timeoutMs: 20_000,
  expensive: true,
});
