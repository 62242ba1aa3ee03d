import { z } from 'zod';
import { serviceCall } from '../contract.js';
import { ALL_ROLES } from '../roles.js';
import { quotaChoices, shownQuotasSchema } from './quotas.js';
import { uploadQuotaChoice } from './upload-quota.js';

// Calls of the operator's command line to the organization service. Without HTTP endpoints. No permission is checked, because only a process
// of the installation can sign a call on the bus.

const role = z.literal(ALL_ROLES);
const account = { organizationId: z.int(), userId: z.int() };

const organization = z.object({
  id: z.int(),
  stringId: z.string(),
  name: z.string(),
  /** `<string id>.<EXTERNAL_HOST>` */
  host: z.string(),
  isDeactivated: z.boolean(),
  /** Its data is being deleted. */
  isBeingPurged: z.boolean().optional(),
  /** Its import is not finished. */
  isBeingImported: z.boolean().optional(),
});

/** Creates an organization with its system groups and system bots. Errors: invalidSubdomain, organizationExists, and those of the name. */
export const createOrganization = serviceCall({
  name: 'createOrganization',
  service: 'organization',
  input: z.object({ stringId: z.string(), name: z.string() }),
  output: organization,
});

/**
 * The cell as its database knows it. `number`: null in a database without a number (docs/adr/0045-cells.md). `schema`: the newest migration of its
 * database. `database`: which one it is, so that two programs can compare theirs; absent in older versions.
 */
export const describeCell = serviceCall({
  name: 'describeCell',
  service: 'organization',
  input: z.object({}),
  output: z.object({ number: z.int().nullable(), schema: z.string().nullable(), database: z.string().optional() }),
  safeToRetry: true,
});

/** By string id. */
export const listOrganizations = serviceCall({
  name: 'listOrganizations',
  service: 'organization',
  input: z.object({}),
  output: z.object({ organizations: z.array(organization) }),
  safeToRetry: true,
});

/** Ends all queues and rejects all requests with REALM_DEACTIVATED. No data is deleted. Succeeds if already deactivated. */
export const deactivateOrganization = serviceCall({
  name: 'deactivateOrganization',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({}),
});

/** Accepts requests of its users again. Succeeds if already active. Errors: unknownOrganization, beingPurged, beingImported. */
export const reactivateOrganization = serviceCall({
  name: 'reactivateOrganization',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({}),
});

/** What an organization uses. Errors: unknownOrganization. */
export const readUsage = serviceCall({
  name: 'readUsage',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({
    /** Active accounts. */
    people: z.int(),
    bots: z.int(),
    /** Within the last 24 hours. */
    messages: z.int(),
    /** Since the day began (UTC), also those that were deleted. */
    messagesToday: z.int(),
    uploadedBytes: z.int(),
    ...shownQuotasSchema.shape,
  }),
  safeToRetry: true,
});

/** All users of the organization, without system bots, by id. */
export const listAccounts = serviceCall({
  name: 'listAccounts',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({
    accounts: z.array(
      z.object({
        userId: z.int(),
        email: z.string(),
        deliveryEmail: z.string(),
        fullName: z.string(),
        role,
        isBot: z.boolean(),
        botOwnerId: z.int().nullable(),
        isActive: z.boolean(),
      }),
    ),
  }),
  safeToRetry: true,
});

/** Creates an account with an API key. A bot has an owner and no password. Errors: those of POST /users. */
export const createAccount = serviceCall({
  name: 'createAccount',
  service: 'organization',
  input: z.object({
    organizationId: z.int(),
    email: z.string(),
    fullName: z.string(),
    role,
    password: z.string().nullable(),
    botOwnerId: z.int().nullable(),
  }),
  output: z.object({ userId: z.int(), email: z.string(), apiKey: z.string(), avatarUrl: z.string() }),
});

/** Errors: noSuchUser, lastOwnerRole. */
export const setRole = serviceCall({
  name: 'setRole',
  service: 'organization',
  input: z.object({ ...account, role }),
  output: z.object({}),
});

/** Changes the quotas of an organization, and returns all of them. Without a choice it only returns them. */
export const setQuotas = serviceCall({
  name: 'setQuotas',
  service: 'organization',
  input: z.object({
    organizationId: z.int(),
    quotas: quotaChoices,
    /** In MiB: of the organization, and of each user with their bots. */
    uploads: z.object({ organization: uploadQuotaChoice.optional(), person: uploadQuotaChoice.optional() }),
  }),
  output: shownQuotasSchema,
  safeToRetry: true,
});

/** Whether an account may create accounts for others, in addition to the required role. Errors: noSuchUser. */
export const setCanCreateUsers = serviceCall({
  name: 'setCanCreateUsers',
  service: 'organization',
  input: z.object({ ...account, isAllowed: z.boolean() }),
  output: z.object({}),
  safeToRetry: true,
});

/** Also deactivates the bots that it owns. Errors: noSuchUser, cannotDeactivateLastOwner. */
export const deactivateAccount = serviceCall({
  name: 'deactivateAccount',
  service: 'organization',
  input: z.object(account),
  output: z.object({}),
});

/** Errors: noSuchUser, nameInUse, botOwnerDeactivated. */
export const reactivateAccount = serviceCall({
  name: 'reactivateAccount',
  service: 'organization',
  input: z.object(account),
  output: z.object({}),
});

/** Replaces the API key. The old key and all API tokens are invalid at once, and queues end. Errors: noSuchUser. */
export const rotateApiKey = serviceCall({
  name: 'rotateApiKey',
  service: 'organization',
  /** `keepsTokens`: for a key that is replaced because it cannot be read here, and not because someone else may know it. */
  input: z.object({ ...account, keepsTokens: z.boolean().optional() }),
  output: z.object({ apiKey: z.string() }),
});

/** Errors: noSuchUser (bots have no password), weakPassword. */
export const setPassword = serviceCall({
  name: 'setPassword',
  service: 'organization',
  input: z.object({ ...account, password: z.string() }),
  output: z.object({}),
});

/** Maximum number of rows that one call of verifyKeys, verifyPictures or verifyUploads reads. */
export const MAX_VERIFIED_ROWS = 200;

/** The next part begins after `last`; null after the last part. */
const verified = { checked: z.int(), last: z.int().nullable() };

/** Verifies that PARLEY_KEY_SECRET opens the stored API keys of a part of the accounts, and that each digest belongs to its key. */
export const verifyKeys = serviceCall({
  name: 'verifyKeys',
  service: 'organization',
  input: z.object({ organizationId: z.int(), after: z.int() }),
  output: z.object({ ...verified, unreadable: z.array(z.object({ userId: z.int() })) }),
  safeToRetry: true,
});

/** Verifies that the pictures of a part of the accounts are in the storage. The first part (`after` 0) has those of the organization and its emoji too. */
export const verifyPictures = serviceCall({
  name: 'verifyPictures',
  service: 'organization',
  input: z.object({ organizationId: z.int(), after: z.int() }),
  output: z.object({ ...verified, missing: z.array(z.object({ file: z.string() })) }),
  safeToRetry: true,
});
