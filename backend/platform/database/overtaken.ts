/** Rolls a transaction back that others have overtaken: what it was prepared from has changed. */
export class OvertakenError extends Error {}

/** The result of a transaction, or `null` where others have overtaken it. */
export async function unlessOvertaken<Result>(transaction: Promise<Result>): Promise<Result | null> {
  try {
    return await transaction
  } catch (error) {
    if (error instanceof OvertakenError) return null
    throw error
  }
}
