import { RawJson } from '@parley/rpc';

const OPEN = '{"result":"success","msg":""';
const EMPTY_OBJECT_BYTES = 2;

/** Adds `{"result":"success","msg":"",...}` to the JSON object that a service returned, without parsing it. */
export function successEnvelope(answer: RawJson, ignored: readonly string[]): RawJson {
  const reported = ignored.length === 0 ? OPEN : `${OPEN},"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  if (answer.size <= EMPTY_OBJECT_BYTES) return RawJson.written(`${reported}}`);
  return new RawJson([Buffer.from(`${reported},`), ...answer.cut(1, 0)]);
}
