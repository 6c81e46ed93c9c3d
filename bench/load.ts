import autocannon from 'autocannon'

const CONNECTION_COUNT = 32
const DURATION_SECONDS = 4

/** Responses per second that a server on this machine sends on 32 connections, over some seconds. */
export async function requestsPerSecond(address: string, headers: Record<string, string> = {}): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    url: address,
    connections: CONNECTION_COUNT,
    duration: DURATION_SECONDS,
    headers,
  })
  if (errors > 0 || non2xx > 0) throw new Error(`${address}: ${errors} errors, ${non2xx} error responses`)
  return requests.average
}

/** The median; less affected by outliers than the mean. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The value that this share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}
