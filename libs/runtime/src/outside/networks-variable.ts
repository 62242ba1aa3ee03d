import { z } from 'zod';
import { areNetworks, networksIn } from './public-address.js';

/** Networks that are not on the public internet, in which servers that people choose may be called all the same. */
export const networksVariable = z
  .string()
  .default('')
  .refine(areNetworks, 'must be networks with commas, such as 10.1.0.0/16,fd00:1::/32')
  .transform(networksIn);
