import { X } from 'lucide'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Heading } from '../ui/heading.tsx'
import { Icon } from '../ui/icon.tsx'
import { PopupOutlet } from './popup-region.tsx'

type DialogProps = {
  /** For callers that close it immediately. */
  ref?: RefObject<HTMLDialogElement | null>
  title: string
  open: boolean
  /** Called when the visitor wants to close it. It stays open, and modal, until `open` is false. */
  onClose: () => void
  children: ReactNode
  width?: string
  /** False when an accidental click would lose input: the backdrop then does not close it. */
  closesOnBackdrop?: boolean
}

/**
 * A modal dialog based on `<dialog>`: it traps focus, closes with Escape and a click on the backdrop, and returns focus
 * to its opener. Initial focus is on the title, or with a mouse on the field marked `data-first-field`, since on phones
 * that would open the keyboard over the text.
 */
export function Dialog({
  ref: givenRef,
  title,
  open,
  onClose,
  children,
  width = 'max-w-xl',
  closesOnBackdrop = true,
}: DialogProps) {
  const ownRef = useRef<HTMLDialogElement>(null)
  const ref = givenRef ?? ownRef
  const titleId = useId()
  const closeRequested = useRef(false)
  const backdrop = useBackdrop(closesOnBackdrop ? requestClose : null)

  /**
   * Once per opening: for a dialog with a URL, closing goes back in the history, and a second time would leave the
   * page.
   */
  function requestClose(): void {
    if (closeRequested.current) return
    closeRequested.current = true
    onClose()
  }

  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) {
      closeRequested.current = false
      dialog.showModal()
      firstFocus(dialog)?.focus()
    }
    if (!open && dialog.open) dialog.close()
  }, [open, ref])

  // The browser returns focus to the opener only when a dialog closes, not when its element is removed while open.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [ref])

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={`dialog max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] ${width} scroll-pt-20 overflow-y-auto rounded-lg bg-card text-ink shadow-lift`}
      onCancel={(event) => {
        // Cancel events of nested dialogs and file inputs bubble.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        requestClose()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget) return
        // It was opened by the URL and has no opener.
        const { activeElement } = document
        if (activeElement === document.body || event.currentTarget.contains(activeElement)) {
          document.getElementById('main')?.focus({ preventScroll: true })
        }
        // On a second Escape the browser closes it without a cancel event.
        if (open) requestClose()
      }}
      {...backdrop}
    >
      <div className="px-5 pb-6 sm:px-8 sm:pb-8">
        <div className="sticky top-0 z-10 flex items-start justify-between gap-4 bg-card pt-5 pb-2 sm:pt-7">
          <Heading id={titleId} tabIndex={-1}>
            {title}
          </Heading>
          <button
            type="button"
            onClick={requestClose}
            aria-label="Close"
            className="-mt-2 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-md hover:bg-paper sm:-mr-3"
          >
            <Icon icon={X} size={20} />
          </button>
        </div>
        <div className="mt-1">{children}</div>
      </div>
      <PopupOutlet open={open} />
    </dialog>
  )
}

function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const field = window.matchMedia('(pointer: fine)').matches
    ? dialog.querySelector<HTMLElement>('[data-first-field]')
    : null
  return field ?? dialog.querySelector('h2')
}

/** A click that starts and ends on the backdrop closes it; selecting text and releasing outside does not. */
function useBackdrop(close: (() => void) | null) {
  const began = useRef(false)
  return {
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      began.current = event.target === event.currentTarget
    },
    onPointerUp: (event: PointerEvent<HTMLDialogElement>) => {
      if (began.current && event.target === event.currentTarget) close?.()
      began.current = false
    },
  }
}
