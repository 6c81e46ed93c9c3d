/** Covers the page while a payment is processed; it closes with the popup (R17), whose backdrop is the one veil. */
export function ProcessingOverlay({ shown }: { shown: boolean }) {
  return (
    <div role="status" className="absolute">
      {shown && (
        <div className="fixed inset-0 z-40 flex justify-center pt-[10vh]">
          <p className="flex h-min items-center gap-3 rounded-lg bg-card px-6 py-4 font-medium shadow-lift">
            <span
              aria-hidden
              className="size-5 animate-spin rounded-full border-2 border-line-strong border-t-transparent"
            />
            Processing
          </p>
        </div>
      )}
    </div>
  )
}
