import { MAX_COUNT } from './list-query.js';
import { GROUP_SCHEMA, USER_SCHEMA } from './schemas.js';

const DOCUMENTATION = 'https://datatracker.ietf.org/doc/html/rfc7644';

/** What this server can do (RFC 7643, section 5). */
export function serviceProviderConfig(baseUrl: string): object {
  const unsupported = { supported: false };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: DOCUMENTATION,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_COUNT },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Provisioning token',
        description: 'A token that an owner of the organization made, in the header Authorization: Bearer.',
        specUri: 'https://datatracker.ietf.org/doc/html/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

export function resourceTypes(baseUrl: string): readonly { readonly id: string }[] {
  const type = (id: string, endpoint: string, schema: string, description: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${id}` },
  });
  return [
    type('User', '/Users', USER_SCHEMA, 'People of the organization'),
    type('Group', '/Groups', GROUP_SCHEMA, 'User groups of the organization'),
  ];
}
