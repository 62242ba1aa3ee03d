import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, Param, pathText } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';
import { domainObject } from './domain-object.js';

const allow_subdomains = bool().describe('Whether email addresses of its subdomains are allowed too.').example(false);

/** The domains whose addresses may join if emails_restricted_to_domains is on, by name. */
export const listDomains = endpoint({
  name: 'listDomains',
  method: 'GET',
  path: '/realm/domains',
  service: 'organization',
  scope: 'read',
  summary: 'Get allowed email domains',
  params: {},
  response: { domains: z.array(domainObject) },
  example: { domains: [{ domain: 'demo.example', allow_subdomains: false }] },
});

/** Owners only. */
export const createDomain = endpoint({
  name: 'createDomain',
  method: 'POST',
  path: '/realm/domains',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Add an allowed email domain',
  params: { domain: new Param<string>(storableText({ max: 253 }), 'text').example('example.com'), allow_subdomains },
  response: {},
  errors: [
    'ownersOnly',
    'domainEmpty',
    'domainWithoutDot',
    'domainDotAtEnd',
    'domainConsecutiveDots',
    'domainHyphenAtEnd',
    'domainCharacters',
    'domainExists',
    'tooManyDomains',
  ],
  example: {},
});

/** Owners only. */
export const updateDomain = endpoint({
  name: 'updateDomain',
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Update an allowed email domain',
  params: { domain: pathText().example('example.com'), allow_subdomains },
  response: {},
  errors: ['ownersOnly', 'noSuchDomain'],
  safeToRetry: true,
  example: {},
});

/** Owners only. Without any domain, addresses are not restricted any more. */
export const deleteDomain = endpoint({
  name: 'deleteDomain',
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Remove an allowed email domain',
  params: { domain: pathText().example('example.com') },
  response: {},
  errors: ['ownersOnly', 'noSuchDomain'],
  example: {},
});
