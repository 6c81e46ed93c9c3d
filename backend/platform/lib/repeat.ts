export function repeat(
  work: () => Promise<void>,
  pause: number,
  onError: (error: unknown) => void,
): { close: () => Promise<void> } {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let closed = false
  function round(): void {
    running = work()
      .catch(onError)
      .then(() => {
        if (!closed) timer = setTimeout(round, pause).unref()
      })
  }
  round()
  return {
    close: async () => {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}
