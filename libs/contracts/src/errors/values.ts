import { bad } from './api-error.js';

/** Errors about values that a parameter contains. `name`: of the parameter, or of the value in it. */
export const valueErrors = {
  valueTooLarge: (args: { name: string }) => bad(`${args.name} is too large`),
  missingValue: (args: { name: string }) => bad(`${args.name} field is missing`),
  notString: (args: { name: string }) => bad(`${args.name} is not a string`),
  notList: (args: { name: string }) => bad(`${args.name} is not a list`),
  notDict: (args: { name: string }) => bad(`${args.name} is not a dict`),
  notDate: (args: { name: string }) => bad(`${args.name} is not a date`),
  notUrl: (args: { name: string }) => bad(`${args.name} is not a URL`),
} as const;
