import { type Attribute, booleanAttribute, complexAttribute, referenceAttribute, textAttribute } from './attributes.js';
import { ROLE_NAMES } from './role-names.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** Attributes of every resource, which schemas do not list (RFC 7643, section 3.1). */
export const COMMON_ATTRIBUTES: readonly Attribute[] = [
  textAttribute('externalId', 'The id that the directory has for it.', { caseExact: true }),
];

export const USER_ATTRIBUTES: readonly Attribute[] = [
  textAttribute('userName', 'The name that the directory has for the person. Often their email address.', {
    required: true,
    uniqueness: 'server',
  }),
  complexAttribute('name', 'The parts of the name. They become the name of the account if there is no displayName.', [
    textAttribute('formatted', 'The whole name.'),
    textAttribute('givenName', 'The given name.'),
    textAttribute('familyName', 'The family name.'),
  ]),
  textAttribute('displayName', 'The name of the account.'),
  booleanAttribute(
    'active',
    'Whether the account is active, which a new one is by default. A deactivated account keeps its messages, and can be activated again.',
    { required: true },
  ),
  complexAttribute(
    'emails',
    'The primary address, or else the first one, is the address of the account. Without it, the userName must be an email address.',
    [
      textAttribute('value', 'The email address.', { required: true }),
      textAttribute('type', 'What the address is for.', { canonicalValues: ['work', 'home', 'other'] }),
      booleanAttribute('primary', 'Whether the account uses this address.'),
    ],
    { multiValued: true, required: true },
  ),
  complexAttribute(
    'roles',
    'The primary role, or else the first one, is the role of the account. Without it, the account is a member.',
    [
      textAttribute('value', 'The role.', { canonicalValues: Object.keys(ROLE_NAMES) }),
      booleanAttribute('primary', 'Whether the account has this role.'),
    ],
    { multiValued: true },
  ),
];

export const GROUP_ATTRIBUTES: readonly Attribute[] = [
  textAttribute('displayName', 'The name of the user group.', { required: true, uniqueness: 'server' }),
  complexAttribute(
    'members',
    'People who are direct members. Bots and groups in the user group are not shown, and do not change.',
    [
      textAttribute('value', 'The id of the person.', { mutability: 'immutable' }),
      referenceAttribute('$ref', 'The address of the person.', ['User'], { mutability: 'immutable' }),
      textAttribute('type', 'The type of the member.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
    { multiValued: true },
  ),
];

/**
 * Attributes of the standard that Parley has no place for. Directories send them without being asked, so they are accepted and not kept. A path of any
 * other name is refused.
 */
export const UNKEPT_ATTRIBUTES: ReadonlySet<string> = new Set(
  [
    'schemas',
    'id',
    'meta',
    'nickName',
    'profileUrl',
    'title',
    'userType',
    'preferredLanguage',
    'locale',
    'timezone',
    'password',
    'phoneNumbers',
    'ims',
    'photos',
    'addresses',
    'groups',
    'entitlements',
    'x509Certificates',
  ].map((name) => name.toLowerCase()),
);

export function publishedSchemas(baseUrl: string): readonly { readonly id: string }[] {
  const schema = (id: string, name: string, description: string, attributes: readonly Attribute[]) => {
    const meta = { resourceType: 'Schema', location: `${baseUrl}/Schemas/${id}` };
    return { schemas: [SCHEMA_SCHEMA], id, name, description, attributes, meta };
  };
  return [
    schema(USER_SCHEMA, 'User', 'A person of the organization', USER_ATTRIBUTES),
    schema(GROUP_SCHEMA, 'Group', 'A user group of the organization', GROUP_ATTRIBUTES),
  ];
}
