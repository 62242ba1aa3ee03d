/** The description of an attribute, as `/Schemas` publishes it (RFC 7643, section 7). */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable';
  readonly returned: 'default';
  readonly caseExact?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

type Choices = Partial<Pick<Attribute, 'required' | 'mutability' | 'caseExact' | 'uniqueness' | 'canonicalValues' | 'multiValued'>>;

const COMMON = { multiValued: false, required: false, mutability: 'readWrite', returned: 'default' } as const;

export function textAttribute(name: string, description: string, choices: Choices = {}): Attribute {
  return { name, type: 'string', description, ...COMMON, caseExact: false, uniqueness: 'none', ...choices };
}

export function booleanAttribute(name: string, description: string, choices: Choices = {}): Attribute {
  return { name, type: 'boolean', description, ...COMMON, ...choices };
}

export function referenceAttribute(name: string, description: string, referenceTypes: readonly string[], choices: Choices = {}): Attribute {
  return { name, type: 'reference', description, ...COMMON, caseExact: true, uniqueness: 'none', referenceTypes, ...choices };
}

export function complexAttribute(name: string, description: string, subAttributes: readonly Attribute[], choices: Choices = {}): Attribute {
  return { name, type: 'complex', description, ...COMMON, subAttributes, ...choices };
}

/** Names of attributes are compared regardless of case (RFC 7643, section 2.1). */
export function attributeNamed(attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined {
  return attributes?.find((each) => each.name.toLowerCase() === name.toLowerCase());
}
