import { bool, endpoint, int, json, oneFile, optionalFile, pathInt, pathText, text } from '@parley/contracts';
import { z } from 'zod';

/** Endpoints that only these tests declare and serve. */
export const showParams = endpoint({
  name: 'showParamsForTests',
  method: 'POST',
  path: '/tests/{test_id}/params',
  service: 'messaging',
  scope: 'read',
  summary: 'Answers what it was given',
  params: {
    test_id: pathInt(),
    text: text().optional(),
    number: int().optional(),
    list: json(z.array(z.string())).optional(),
    flag: bool().alias('switch').optional(),
  },
  response: { got: z.record(z.string(), z.unknown()), caller: z.record(z.string(), z.unknown()), requestId: z.string() },
});
export const showQuery = endpoint({
  name: 'showQueryForTests',
  method: 'GET',
  path: '/tests/{test_id}/params',
  service: 'messaging',
  scope: 'read',
  summary: 'Answers what it was given',
  params: { test_id: pathInt(), text: text().optional() },
  response: { got: z.record(z.string(), z.unknown()) },
});
export const remove = endpoint({
  name: 'removeForTests',
  method: 'DELETE',
  path: '/tests/{test_id}',
  service: 'messaging',
  scope: 'read',
  summary: 'Answers what it was given',
  params: { test_id: pathInt(), text: text() },
  response: { got: z.record(z.string(), z.unknown()) },
});
export const staticPath = endpoint({
  name: 'staticPathForTests',
  method: 'DELETE',
  path: '/tests/all',
  service: 'messaging',
  scope: 'read',
  summary: 'Wins over the parameter',
  params: {},
  response: {},
});
export const restPath = endpoint({
  name: 'restPathForTests',
  method: 'GET',
  path: '/fragments/{fragment...}',
  service: 'messaging',
  scope: 'read',
  summary: 'Takes the rest of the path',
  params: { fragment: pathText() },
  response: { got: z.record(z.string(), z.unknown()) },
});
export const openDoor = endpoint({
  name: 'openDoorForTests',
  method: 'GET',
  path: '/open',
  service: 'messaging',
  scope: 'none',
  auth: 'none',
  summary: 'For everybody',
  params: {},
  response: { caller: z.record(z.string(), z.unknown()) },
});
export const halfOpenDoor = endpoint({
  name: 'halfOpenDoorForTests',
  method: 'GET',
  path: '/half-open',
  service: 'messaging',
  scope: 'read',
  auth: 'optional',
  summary: 'For everybody, better with credentials',
  params: {},
  response: { caller: z.record(z.string(), z.unknown()) },
});
export const humansOnly = endpoint({
  name: 'humansOnlyForTests',
  method: 'POST',
  path: '/humans',
  service: 'messaging',
  scope: 'read',
  humansOnly: true,
  membersOnly: true,
  summary: 'No bots, no guests',
  params: {},
  response: {},
});
export const broken = endpoint({
  name: 'brokenForTests',
  method: 'POST',
  path: '/broken',
  service: 'messaging',
  scope: 'read',
  summary: 'Fails inside',
  params: {},
  response: {},
});
const unserved = endpoint({
  name: 'unservedForTests',
  method: 'POST',
  path: '/unserved',
  service: 'invitations',
  scope: 'read',
  summary: 'Nobody serves it',
  params: {},
  response: {},
  timeoutMs: 300,
});
export const slow = endpoint({
  name: 'slowForTests',
  method: 'POST',
  path: '/slow',
  service: 'messaging',
  scope: 'read',
  summary: 'Answers when the test lets it',
  params: {},
  response: {},
});
export const takeFile = endpoint({
  name: 'takeFileForTests',
  method: 'POST',
  path: '/files',
  service: 'messaging',
  scope: 'read',
  summary: 'Answers what the gateway tells of a file',
  params: { note: text().optional(), file: oneFile({ missing: 'missingUpload', several: 'severalUploads', maxMib: 1 }) },
  response: { got: z.record(z.string(), z.unknown()) },
});
export const takeOptionalFile = endpoint({
  name: 'takeOptionalFileForTests',
  method: 'POST',
  path: '/files/optional',
  service: 'messaging',
  scope: 'read',
  summary: 'Answers what the gateway tells of a file, if there is one',
  params: { note: text().optional(), file: optionalFile({ several: 'severalUploads', maxMib: 1 }) },
  response: { got: z.record(z.string(), z.unknown()) },
});
export const demoOnly = endpoint({
  name: 'demoOnlyForTests',
  method: 'POST',
  path: '/demo',
  service: 'messaging',
  scope: 'none',
  auth: 'none',
  demoOnly: true,
  summary: 'Only in the demo',
  params: {},
  response: {},
});

export const TEST_ENDPOINTS = [
  showParams,
  showQuery,
  remove,
  staticPath,
  restPath,
  openDoor,
  halfOpenDoor,
  humansOnly,
  broken,
  unserved,
  slow,
  takeFile,
  takeOptionalFile,
  demoOnly,
];
