/** Calls `work` once the next frame is painted, or at once in a hidden tab, which paints none. Returns what cancels it. */
export function afterFrame(work: () => void): () => void {
  let isCancelled = false
  const run = () => {
    if (!isCancelled) work()
  }
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
  return () => {
    isCancelled = true
  }
}
