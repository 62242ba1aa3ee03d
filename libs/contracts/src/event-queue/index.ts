// Everything declared for apps/event-queue.
export {};
