/** Several messages together concern more people than fit into memory. Fewer messages must be taken at once. */
export class TooManyRecipients extends Error {
  constructor() {
    super('the messages concern too many people at once');
  }
}
