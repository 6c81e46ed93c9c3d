/** There is more work waiting than can be done in time; the caller may try again in a moment. */
export class OverloadedError extends Error {
  constructor(work: string) {
    super(`too much waits: ${work}`)
    this.name = 'OverloadedError'
  }
}
