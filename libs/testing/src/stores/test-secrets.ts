/** Signs the callers of tests. Worthless elsewhere. */
export const TEST_CALLER_SECRET = 'test-only-caller-secret-of-32-characters-or-more';
/** Digests and seals the keys of tests. Worthless elsewhere. */
export const TEST_KEY_SECRET = 'test-only-key-secret-of-32-characters-or-more-it-is';
