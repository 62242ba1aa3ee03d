import type { Expression, Node, PropertyKey } from 'oxc-parser';

/** `tx.message.create` becomes `['tx', 'message', 'create']`; a part that is not a plain name (a call, an index) is ''. */
export function memberPath(node: Expression): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'ThisExpression') return ['this'];
  if (node.type === 'ChainExpression') return memberPath(node.expression);
  if (node.type === 'MemberExpression') return [...memberPath(node.object), propertyName(node)];
  return [''];
}

function propertyName(node: Extract<Node, { type: 'MemberExpression' }>): string {
  if (!node.computed) return node.property.name;
  return node.property.type === 'Literal' && typeof node.property.value === 'string' ? node.property.value : '';
}

/** The name of an object's key, '' if it is computed. */
export function keyName(key: PropertyKey): string {
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value;
  return '';
}
