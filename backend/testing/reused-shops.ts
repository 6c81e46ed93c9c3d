/** Building all routes takes as long as ten requests. */
export type Reusable<Shop> = {
  /** With its first rows and an empty log. */
  lend: () => Promise<Shop>
  /** Restores rows, files and clock; `false` when a test has changed more. */
  reset: () => Promise<boolean>
  close: () => Promise<void>
}

/** Unused shops. */
const MAX_UNUSED = 10

/** By the options they were opened with. Closing a shop returns it. */
export function createPool<Shop extends { close: () => Promise<void> }>() {
  const unused: { key: string; shop: Reusable<Shop> }[] = []

  async function takeBack(key: string, shop: Reusable<Shop>): Promise<void> {
    // A test may have closed its database, for example.
    const isReset = await shop.reset().catch(() => false)
    if (!isReset) return shop.close()
    unused.push({ key, shop })
    if (unused.length > MAX_UNUSED) await unused.shift()?.shop.close()
  }

  return async (key: string, open: () => Promise<Reusable<Shop>>): Promise<Shop> => {
    const index = unused.findLastIndex((entry) => entry.key === key)
    const shop = unused.splice(index, index < 0 ? 0 : 1)[0]?.shop ?? (await open())
    const lent = await shop.lend()
    let isClosed = false
    return {
      ...lent,
      // A test and its hook may both close it.
      close: async () => {
        if (isClosed) return
        isClosed = true
        await takeBack(key, shop)
      },
    }
  }
}
