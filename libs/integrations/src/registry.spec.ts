import { describe, expect, it } from '@jest/globals';
import { registeredIntegration } from './registered.js';
import { INTEGRATIONS, integrationNamed } from './registry.js';

describe('the integrations', () => {
  it('have different names, which are found', () => {
    expect(new Set(INTEGRATIONS.map(({ name }) => name)).size).toBe(INTEGRATIONS.length);
    for (const integration of INTEGRATIONS) expect(integrationNamed(integration.name)).toBe(integration);
    expect(integrationNamed('constructor')).toBeUndefined();
  });

  it.each(INTEGRATIONS.map((integration) => [integration.name, integration] as const))('%s says what it needs', (name, integration) => {
    expect(name).toMatch(/^[a-z_]+$/);
    expect(integration.steps.join(' ')).toContain('the URL of the bot');
    expect(Object.keys(integration.events).length).toBeGreaterThan(0);
    // Options of all integrations, which have another meaning.
    for (const { key } of integration.urlOptions)
      expect(['api_key', 'stream', 'topic', 'only_events', 'exclude_events']).not.toContain(key);
    if (integration.signature !== undefined) expect(integration.steps.join(' ')).toContain(integration.signature.config.key);
  });

  it('are registered with their options', () => {
    const github = integrationNamed('github');
    expect(github && registeredIntegration(github)).toEqual({
      name: 'github',
      display_name: 'GitHub',
      all_event_types: expect.arrayContaining(['push', 'pull_request']),
      config_options: [{ key: 'webhook_secret', label: 'Secret of the webhook', validator: 'check_string' }],
      url_options: [
        { key: 'branches', label: expect.any(String), input_type: 'text' },
        { key: 'ignore_private_repositories', label: 'Leave out private repositories', input_type: 'checkbox' },
      ],
    });
    const json = integrationNamed('json');
    expect(json && registeredIntegration(json)).toMatchObject({ all_event_types: null, config_options: [] });
  });
});
