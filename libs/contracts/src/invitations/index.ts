// Everything declared for apps/invitations.
export {};
