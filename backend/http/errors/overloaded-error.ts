/** More work is queued than can be done in time; a retry in a moment makes sense. */
export class OverloadedError extends Error {
  constructor(work: string) {
    super(`overloaded: ${work}`)
    this.name = 'OverloadedError'
  }
}
