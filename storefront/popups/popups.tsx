import { Check, CircleAlert, Info } from 'lucide'
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWindowEvent } from '../ui/use-window-event.ts'
import { closePopup, type Popup, pausePopupTimer, type QueuedPopup, startPopupTimer } from './popup-store.ts'

/** A popup: with a timer beside the page, otherwise as a modal dialog (R34). */
export function PopupInFront({ popup }: { popup: QueuedPopup }) {
  return popup.timer === null ? <ModalPopup popup={popup} /> : <TimedPopup popup={popup} />
}

/** Closes by its timer, its button or Escape; the timer is paused while it is hovered or focused (R34). */
function TimedPopup({ popup }: { popup: QueuedPopup }) {
  const { close, frame } = useTimedPopup(popup)
  return (
    <div data-popup className={`rise items-start ${popupClass(popup)}`} {...frame}>
      <PopupIcon kind={popup.kind} size="size-8 max-2xs:hidden sm:size-11" />
      {/* A repeated text gets a new element, so it is announced again. */}
      <div
        key={popup.shown}
        className="min-w-0 flex-[1_1_min(100%,8rem)] self-center wrap-anywhere max-sm:text-[0.9375rem]"
      >
        {popup.title && <p className="font-semibold">{popup.title}</p>}
        <p>{popup.text}</p>
        {popup.detail}
      </div>
      <Button variant="outline" className="shrink-0 px-4" onClick={close}>
        {popup.button}
      </Button>
    </div>
  )
}

function ModalPopup({ popup }: { popup: QueuedPopup }) {
  return (
    <dialog
      ref={openOnAppear}
      data-popup
      role="alertdialog"
      aria-labelledby={popup.title ? `popup-title-${popup.id}` : `popup-text-${popup.id}`}
      aria-describedby={`popup-text-${popup.id}`}
      className="dialog pointer-events-auto w-[400px] max-w-[calc(100vw-2rem)] rounded-lg bg-card p-6 text-center text-ink shadow-lift"
      onClose={() => closePopup(popup.id)}
    >
      <div className="flex justify-center">
        <PopupIcon kind={popup.kind} size="size-11" />
      </div>
      {popup.title && (
        <Heading id={`popup-title-${popup.id}`} className="mt-3">
          {popup.title}
        </Heading>
      )}
      <p id={`popup-text-${popup.id}`} className="mt-3 wrap-anywhere">
        {popup.text}
      </p>
      <div className="mt-5 flex flex-col items-center gap-3">
        <Button className="w-32 max-w-full" autoFocus onClick={closeOwnDialog}>
          {popup.button}
        </Button>
        {popup.action && (
          <Button
            variant="quiet"
            onClick={(event) => {
              closeOwnDialog(event)
              popup.action?.run()
            }}
          >
            {popup.action.label}
          </Button>
        )}
      </div>
    </dialog>
  )
}

function openOnAppear(dialog: HTMLDialogElement | null): void {
  if (dialog?.open === false) dialog.showModal()
}

function closeOwnDialog({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('dialog')?.close()
}

function PopupIcon({ kind, size }: { kind: QueuedPopup['kind']; size: string }) {
  const icon = { success: Check, info: Info, warning: CircleAlert, error: CircleAlert }[kind]
  const color = { success: 'text-moss', info: 'text-clay', warning: 'text-clay', error: 'text-brick' }[kind]
  return (
    <span
      aria-hidden
      className={`grid ${size} shrink-0 place-items-center rounded-full border border-current ${color}`}
    >
      <Icon icon={icon} size={20} />
    </span>
  )
}

/** The timer, Escape key and focus handling of a visible popup (R34). */
function useTimedPopup({ id }: Pick<QueuedPopup, 'id'>) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const cameFrom = useRef<Element | null>(null)
  const held = hovered || focused

  useEffect(() => {
    if (!held) startPopupTimer(id)
    return () => pausePopupTimer(id)
  }, [held, id])

  useWindowEvent('keydown', handleKey, true)

  /** It is on top, so Escape closes it and nothing behind it. */
  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  function close(): void {
    if (focused) {
      const from = cameFrom.current
      const back = from instanceof HTMLElement && from.isConnected ? from : document.getElementById('main')
      back?.focus({ preventScroll: true })
    }
    closePopup(id)
  }

  return {
    close,
    frame: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
        setFocused(true)
      },
      onBlur: () => setFocused(false),
    },
  }
}

/** The surface of a message with a timer: 400 px wide; on phones those of a corner have the full width (R34). */
function popupClass({ place }: Pick<Popup, 'place'>): string {
  const width = place === 'corner' ? 'w-full max-md:rounded-none max-md:border-x-0 md:mt-3 md:w-[400px]' : 'w-[400px]'
  return `pointer-events-auto flex max-h-[calc(100svh-2rem-var(--bottom-bar,0px))] max-w-full flex-wrap justify-end gap-x-2 gap-y-3 overflow-y-auto rounded-lg border border-line bg-card p-[min(1rem,4.5vw)] shadow-lift sm:gap-3 ${width}`
}
