import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { FLAG_BITS, MESSAGE_ATTRS, ROLES } from '@parley/contracts';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';

/** The declarations that a function may name. */
const DECLARED = { FLAG_BITS, MESSAGE_ATTRS, ROLES, TOPIC_VISIBILITY };

const FOLDER = fileURLToPath(new URL('../../../prisma/functions', import.meta.url));
const FUNCTIONS = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.sql'))
  .map((path) => ({ path, sql: readFileSync(join(FOLDER, path), 'utf8') }));

/** `1 /* FLAG_BITS.read *\/` */
const NAMED = /(\d+) \/\* (\w+)\.(\w+) \*\//g;
/** A bit of flags or attributes, a visibility policy or a role, without a name. */
const NAMELESS =
  /(?:[|&]|\b(?:flags|attrs|policy|visibility_policy|role)\)? *(?:=|<>|<=?|>=?|IN \()) *\d+(?! \/\* \w+\.\w+ \*\/)\b|\bvisibility_policy, \d/g;

function declaredValue(declaration: string, name: string): unknown {
  const values: unknown = Reflect.get(DECLARED, declaration);
  return typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined;
}

describe('numbers in SQL functions', () => {
  it('have the value of the declaration that is named beside them', () => {
    const named = FUNCTIONS.flatMap(({ path, sql }) =>
      [...sql.matchAll(NAMED)].map(([, value, declaration = '', name = '']) => ({
        at: `${path}: ${declaration}.${name}`,
        value: Number(value),
        declared: declaredValue(declaration, name),
      })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ value, declared }) => value !== declared)).toEqual([]);
  });

  it('have a name if they are flags, attributes, visibility policies or roles', () => {
    const nameless = FUNCTIONS.flatMap(({ path, sql }) =>
      (sql.replaceAll(/--.*/g, '').match(NAMELESS) ?? []).map((text) => `${path}: ${text}`),
    );
    expect(nameless).toEqual([]);
  });
});
