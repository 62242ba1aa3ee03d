import type { Node } from 'oxc-parser';

/** The node types with this name: one shape can have several names, such as a function's node. */
type NodeOf<T extends Node['type'], N = Node> = N extends { readonly type: infer U } ? (T extends U ? N : never) : never;

export type NodeHandler = (node: Node) => void;

/** Handles the nodes of one type: `source.visit(on('ImportDeclaration', (node) => ...))`. */
export function on<T extends Node['type']>(type: T, handle: (node: NodeOf<T>) => void): NodeHandler {
  const isOfType = (node: Node): node is Node & NodeOf<T> => node.type === type;
  return (node) => {
    if (isOfType(node)) handle(node);
  };
}

/** Visits all nodes from the given one down, in text order. (The parser's own visitor cannot be loaded inside Jest.) */
export function walkSyntax(node: Node, handlers: readonly NodeHandler[]): void {
  for (const handle of handlers) handle(node);
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) {
      if (isNode(each)) walkSyntax(each, handlers);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
