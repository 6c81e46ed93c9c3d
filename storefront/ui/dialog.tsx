import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
  /** Tailwind width class of the panel. */
  width?: string
  /** `alertdialog` for messages that ask to be read before going on. */
  role?: 'dialog' | 'alertdialog'
}

/**
 * A modal dialog on the browser's own `<dialog>`: it keeps focus inside, closes with Escape and on its backdrop, and
 * gives focus back to what opened it.
 */
export function Dialog({ title, open, onClose, children, width = 'max-w-xl', role = 'dialog' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way to close; the click is for the backdrop
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      className={`dialog max-h-[90dvh] w-[calc(100vw-2rem)] ${width} overflow-y-auto overscroll-contain rounded-lg bg-card text-ink shadow-lift`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="p-6 sm:p-8">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="font-display text-xl font-semibold">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-mt-2 -mr-3 grid size-11 shrink-0 place-items-center rounded-md hover:bg-paper"
          >
            <X aria-hidden size={20} strokeWidth={1.75} />
          </button>
        </div>
        <div className="mt-4">{children}</div>
      </div>
    </dialog>
  )
}
