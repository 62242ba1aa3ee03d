import { type ListQuery, listQueryOf, listResponse, type Page } from './list-query.js';
import { type Projection, project, projectionOf } from './projection.js';
import type { Resource } from './read-resource.js';
import { scimErrors } from './scim-error.js';
import { type Answered, type Asked, NO_CONTENT, parametersOf } from './scim-request.js';

/** Resources of one type. What is wrong with a body is found before anything changes. */
export interface Resources {
  location(id: number, baseUrl: string): string;
  /** Returns the id. */
  create(asked: Asked): Promise<number>;
  replace(asked: Asked, id: number): Promise<void>;
  patch(asked: Asked, id: number): Promise<void>;
  remove(asked: Asked, id: number): Promise<void>;
  /** `projection`: what the client wants of it. The answer is reduced to it afterwards. */
  read(asked: Asked, id: number, projection: Projection): Promise<Resource>;
  list(asked: Asked, query: ListQuery, projection: Projection): Promise<Page<Resource>>;
}

/** Answers a request to all resources of a type, such as `/Users` and `/Users/.search`. @throws ScimError */
export async function answerCollection(resources: Resources, asked: Asked, search: string | undefined): Promise<Answered> {
  const { method, path, baseUrl } = asked;
  if (search === undefined && method === 'POST') {
    const shown = shownWith(resources, asked);
    const id = await resources.create(asked);
    return { status: 201, body: await shown(id), location: resources.location(id, baseUrl) };
  }
  const given = parametersOf(asked, search);
  if (search === undefined && method !== 'GET') throw scimErrors.methodNotAllowed(method, path);
  const [query, projection] = [listQueryOf(given), projectionOf(given)];
  const { total, resources: found } = await resources.list(asked, query, projection);
  return { status: 200, body: listResponse(query.startIndex, { total, resources: found.map((each) => project(each, projection)) }) };
}

/** Answers a request to one resource, such as `/Users/12`. @throws ScimError */
export async function answerOne(resources: Resources, asked: Asked, id: number): Promise<Answered> {
  const { method, path } = asked;
  const shown = shownWith(resources, asked);
  switch (method) {
    case 'GET':
      break;
    case 'PUT':
      await resources.replace(asked, id);
      break;
    case 'PATCH':
      await resources.patch(asked, id);
      break;
    case 'DELETE':
      await resources.remove(asked, id);
      return NO_CONTENT;
    default:
      throw scimErrors.methodNotAllowed(method, path);
  }
  return { status: 200, body: await shown(id) };
}

/** A wrong list of attributes is refused here, before anything changes. */
function shownWith(resources: Resources, asked: Asked): (id: number) => Promise<object> {
  const projection = projectionOf(asked.query);
  return async (id) => project(await resources.read(asked, id, projection), projection);
}
