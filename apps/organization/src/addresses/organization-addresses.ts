export { type NamedByHost, OrganizationAddresses } from '@parley/runtime';
