import type { z } from 'zod';

/** Arguments of an error with parameters, for its example, and the fields of its body in addition to result, msg and code. */
export interface ErrorExample<A> {
  readonly args: A;
  /** Arguments of another form of its text, if it has one. */
  readonly otherwise?: A;
  readonly fields: z.ZodRawShape;
}

type Arguments<T> = { readonly [K in keyof T]: T[K] extends (args: infer A) => unknown ? A : never };

/** An example for each error of an area that has parameters. Errors without parameters need none. */
export type ErrorExamples<T> = {
  readonly [K in keyof T as T[K] extends () => unknown ? never : K]: ErrorExample<Arguments<T>[K]>;
};
