// Everything declared for apps/organization.
export {};
