// Everything declared for apps/channels.
export {};
