/** A failure that is explained to whoever runs the shop; its message may be logged, since no visitor had a part in it. */
export class OwnerError extends Error {}
