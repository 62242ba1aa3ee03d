// Everything declared for apps/messaging.
export {};
