/** Signs the callers of tests. Used nowhere else. */
export const TEST_CALLER_SECRET = 'test-only-caller-secret-of-32-characters-or-more';
/** Digests and seals the API keys of tests. Used nowhere else. */
export const TEST_KEY_SECRET = 'test-only-key-secret-of-32-characters-or-more-it-is';
