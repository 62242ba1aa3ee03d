/** Characters of a password. Registered as password_min_length and password_max_length. */
export const PASSWORD_LENGTH = { min: 8, max: 100 } as const;
