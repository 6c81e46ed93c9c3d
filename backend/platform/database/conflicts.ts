const MAX_ATTEMPTS = 3

/** Repeats what PostgreSQL rolled back after a deadlock or a serialization failure. */
export async function retryConflicts<T>(work: () => Promise<T>, maxAttempts = MAX_ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}

export class OvertakenError extends Error {}

/** The transaction's result, or `null` after an `OvertakenError`. */
export async function unlessOvertaken<Result>(transaction: Promise<Result>): Promise<Result | null> {
  try {
    return await transaction
  } catch (error) {
    if (error instanceof OvertakenError) return null
    throw error
  }
}
