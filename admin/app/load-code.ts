/** The code of a page or of a part of one could not be loaded. Its message is for the user. */
export class CodeLoadError extends Error {
  constructor(options: ErrorOptions) {
    super(
      'This could not be loaded. Please check your connection. After an update of the shop, reload the page.',
      options,
    )
    this.name = 'CodeLoadError'
  }
}

/** Milliseconds until a failed load is retried. */
const RETRY_DELAY_MS = 600

/** Loads code, and once more when that fails; calling it again requests the file again. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
      return load()
    })
  } catch (cause) {
    throw new CodeLoadError({ cause })
  }
}
