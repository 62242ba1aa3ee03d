/** Errors of a name that an account cannot have. */
export const fullNameErrors = ['nameTooLong', 'nameTooShort', 'nameHasInvalidCharacters', 'nameHasInvalidFormat', 'nameInUse'] as const;

/** Errors of an address that an organization does not admit. */
export const emailDomainErrors = ['emailWithPlus', 'emailDomainNotAllowed', 'disposableEmail'] as const;

/** Errors of the account that a person creates when they accept an invitation. */
export const joiningErrors = [
  ...fullNameErrors,
  ...emailDomainErrors,
  'invalidEmailAddress',
  'emailInUse',
  'weakPassword',
  'peopleQuotaReached',
] as const;

/** Errors of changeOwnAccount. */
export const ownAccountErrors = [
  ...fullNameErrors,
  'nameChangesDisabled',
  'wrongPassword',
  'weakNewPassword',
  ...emailDomainErrors,
  'invalidEmailAddress',
  'emailHasAccount',
  'emailChangesDisabled',
  'confirmationMailsExhausted',
  'mailNotConfigured',
  'proofRequired',
] as const;
