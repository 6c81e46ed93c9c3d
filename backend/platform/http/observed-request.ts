/** A finished request. `route` is the pattern, never the requested URL. */
export type ObservedRequest = { method: string; route: string; status: number; seconds: number }
