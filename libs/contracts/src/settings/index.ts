// Everything declared for apps/settings.
export {};
