import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type CallOf, type OutputOf } from '@parley/contracts';
import { type answerScim, PROVISION_SCOPE } from '@parley/contracts/organization';
import { isUniqueViolation } from '@parley/persistence';
import { answerCollection, answerOne, type Resources } from './answer-resources.js';
import { resourceTypes, serviceProviderConfig } from './discovery.js';
import { GroupResources } from './group-resources.js';
import { listResponse } from './list-query.js';
import { PersonResources } from './person-resources.js';
import { publishedSchemas } from './schemas.js';
import { ScimError, scimErrorOf, scimErrors } from './scim-error.js';
import { type Answered, type Asked, isId } from './scim-request.js';

type Call = CallOf<typeof answerScim>;

/** Finds what answers a request of SCIM, and makes each refusal an answer. */
@Injectable()
export class AnswerScim {
  constructor(
    private readonly people: PersonResources,
    private readonly groups: GroupResources,
  ) {}

  async execute({ caller, params }: Call): Promise<OutputOf<typeof answerScim>> {
    // The gateway admits only tokens for provisioning. This is the second line of defence.
    if (!('userId' in caller) || caller.token?.scopes.includes(PROVISION_SCOPE) !== true) throw apiErrors.insufficientPermission();
    try {
      const { status, body, location } = await this.answer(caller, params);
      return { status, body: body === undefined ? null : JSON.stringify(body), ...(location === undefined ? {} : { location }) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return { status: refusal.status, body: JSON.stringify(refusal.toBody()) };
    }
  }

  private async answer(caller: Caller, params: Call['params']): Promise<Answered> {
    const { method, path } = params;
    const asked: Asked = { ...params, caller };
    const [, collection = '', id, ...rest] = path.split('/');
    if (rest.length > 0) throw scimErrors.notFound(path);
    switch (collection) {
      case 'Users':
        return answerResource(this.people, asked, id, 'The user');
      case 'Groups':
        return answerResource(this.groups, asked, id, 'The group');
      case 'ServiceProviderConfig':
      case 'ResourceTypes':
      case 'Schemas':
        if (method !== 'GET') throw scimErrors.methodNotAllowed(method, path);
        return discovered(collection, id, params.baseUrl);
      case 'Me':
      case 'Bulk':
      case '.search':
        throw scimErrors.notImplemented(path);
      default:
        throw scimErrors.notFound(path);
    }
  }
}

function answerResource(resources: Resources, asked: Asked, id: string | undefined, what: string): Promise<Answered> {
  return id === undefined || id === '.search' ? answerCollection(resources, asked, id) : answerOne(resources, asked, idIn(id, what));
}

/** An id that no row can have is like one that no row has. */
function idIn(text: string, what: string): number {
  if (!isId(text)) throw scimErrors.notFound(what);
  return Number(text);
}

function discovered(collection: string, id: string | undefined, baseUrl: string): Answered {
  if (collection === 'ServiceProviderConfig') {
    if (id !== undefined) throw scimErrors.notFound(id);
    return { status: 200, body: serviceProviderConfig(baseUrl) };
  }
  const all = collection === 'Schemas' ? publishedSchemas(baseUrl) : resourceTypes(baseUrl);
  if (id === undefined) return { status: 200, body: listResponse(1, { total: all.length, resources: all }) };
  const one = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (one === undefined) throw scimErrors.notFound(id.slice(0, 200));
  return { status: 200, body: one };
}

/** Two requests at once can pass a check together: the index of the table refuses the second one. */
function refusalOf(error: unknown): ScimError | undefined {
  return isUniqueViolation(error) ? scimErrors.uniqueness('Another resource has this value.') : scimErrorOf(error);
}
