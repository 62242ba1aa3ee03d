import { describe, expect, it } from '@jest/globals';
import { endpoint, pathInt, pathText } from '@parley/contracts';
import { pathParameters, resourcesOf } from './route-table.js';

function declared(method: 'GET' | 'DELETE', path: string, name: string) {
  const names = [...path.matchAll(/\{(\w+)/g)].map(([, found]) => found ?? '');
  const params = Object.fromEntries(names.map((found) => [found, found === 'rest' ? pathText() : pathInt()]));
  return endpoint({ name, method, path, service: 'messaging', scope: 'read', summary: '', params, response: {} });
}

describe('the route table', () => {
  it('groups endpoints by URL, whatever the names of their parameters', () => {
    const resources = resourcesOf([
      declared('GET', '/users/{id}', 'a'),
      declared('DELETE', '/users/{user_id}', 'b'),
      declared('GET', '/users/me', 'c'),
    ]);
    expect(resources).toMatchObject([
      { url: '/api/v1/users/:id', allowed: ['DELETE', 'GET'], routes: [{ url: '/api/v1/users/:id' }, { url: '/api/v1/users/:user_id' }] },
      { url: '/api/v1/users/me', allowed: ['GET'] },
    ]);
  });

  it('uses the declared name for a rest parameter', () => {
    const [resource] = resourcesOf([declared('GET', '/views/{id}/{rest...}', 'a')]);
    expect(resource?.url).toBe('/api/v1/views/:id/*');
    const route = resource?.routes[0];
    expect(route && pathParameters(route, { id: '5', '*': 'a/b' })).toMatchObject({ id: '5', rest: 'a/b' });
  });

  it('refuses two declarations of one method and URL, naming both', () => {
    expect(() => resourcesOf([declared('GET', '/users/{id}', 'first'), declared('GET', '/users/{user_id}', 'second')])).toThrow(
      'GET /users/{user_id} is declared by first and by second',
    );
  });
});
