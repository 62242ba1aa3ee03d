export interface Node<T> {
  readonly value: T;
}

class Link<T> implements Node<T> {
  before: Link<T> | undefined;
  after: Link<T> | undefined;

  constructor(readonly value: T) {}
}

/** A queue from whose middle an entry can be removed. Every operation takes constant time, unlike those of a Set whose first entries were deleted. */
export class LinkedList<T> {
  private head: Link<T> | undefined;
  private tail: Link<T> | undefined;
  private length = 0;

  get size(): number {
    return this.length;
  }
  get first(): T | undefined {
    return this.head?.value;
  }
  get last(): T | undefined {
    return this.tail?.value;
  }

  /** Adds at the end. Pass the returned node to `remove`, at most once. */
  add(value: T): Node<T> {
    const link = new Link(value);
    link.before = this.tail;
    if (this.tail === undefined) this.head = link;
    else this.tail.after = link;
    this.tail = link;
    this.length += 1;
    return link;
  }

  remove(node: Node<T>): void {
    if (!(node instanceof Link)) throw new Error('not a node of a list');
    const { before, after } = node as Link<T>;
    if (before === undefined) this.head = after;
    else before.after = after;
    if (after === undefined) this.tail = before;
    else after.before = before;
    this.length -= 1;
  }
}
