import { bad } from './api-error.js';

/** Errors about values that a parameter contains. `name`: of the parameter, or of the value in it, such as `subscriptions[0]["name"]`. */
export const valueErrors = {
  missingValue: (args: { name: string }) => bad(`${args.name} field is missing`),
  notString: (args: { name: string }) => bad(`${args.name} is not a string`),
  notInteger: (args: { name: string }) => bad(`${args.name} is not an integer`),
  notBoolean: (args: { name: string }) => bad(`${args.name} is not a boolean`),
  notList: (args: { name: string }) => bad(`${args.name} is not a list`),
  notDict: (args: { name: string }) => bad(`${args.name} is not a dict`),
  notDate: (args: { name: string }) => bad(`${args.name} is not a date`),
  notUrl: (args: { name: string }) => bad(`${args.name} is not a URL`),
  /** Of a value that may have one of several types. */
  notAllowedType: (args: { name: string }) => bad(`${args.name} is not an allowed_type`),
  blankText: (args: { name: string }) => bad(`${args.name} cannot be blank`),
  textTooLong: (args: { name: string; limit: number }) => bad(`${args.name} is too long (limit: ${args.limit} characters)`),
  wrongLength: (args: { name: string; length: number }) => bad(`${args.name} is not length ${args.length}`),
  valueTooSmall: (args: { name: string }) => bad(`${args.name} is too small`),
  valueTooLarge: (args: { name: string }) => bad(`${args.name} is too large`),
  /** Also of a text that PostgreSQL cannot store. */
  invalidFormat: (args: { name: string }) => bad(`${args.name} has invalid format`),
  unexpectedArgument: (args: { name: string; argument: string }) => bad(`Argument "${args.argument}" at ${args.name} is unexpected`),
  invalidValue: (args: { name: string }) => bad(`Invalid ${args.name}`),
} as const;
