/** Characters of a password. Registered as password_min_length and password_max_length. */
export const PASSWORD_LENGTH = { min: 8, max: 100 } as const;
/** Minimum number of guesses by the estimate of zxcvbn. Registered as password_min_guesses. */
export const PASSWORD_MIN_GUESSES = 10_000;
