import { Check, CircleAlert, Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { closePopup, type QueuedPopup } from './popup-store.ts'

/** One message: timed ones beside the page, the others as a dialog in front of it (R34). */
export function PopupInFront({ popup }: { popup: QueuedPopup }) {
  return popup.timer === null ? <ModalPopup popup={popup} /> : <TimedPopup popup={popup} timer={popup.timer} />
}

/** Closes by itself, by its button or by Escape; the clock stops while it is hovered or holds focus (R34). */
function TimedPopup({ popup, timer }: { popup: QueuedPopup; timer: number }) {
  const [held, setHeld] = useState(false)
  const left = useRef(timer)

  useEffect(() => {
    if (held) return
    const started = Date.now()
    const timer = setTimeout(() => closePopup(popup.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(500, left.current - (Date.now() - started))
    }
  }, [held, popup.id])

  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.key === 'Escape') closePopup(popup.id)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [popup.id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock
    <div
      data-popup
      className="rise pointer-events-auto flex w-[400px] max-w-full items-start gap-3 rounded-lg border border-line bg-card p-4 shadow-lift"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <PopupIcon kind={popup.kind} />
      <div className="min-w-0 flex-1 self-center wrap-anywhere">
        {popup.title && <p className="font-semibold">{popup.title}</p>}
        <p>{popup.text}</p>
      </div>
      <Button look="outline" className="shrink-0 px-4" onClick={() => closePopup(popup.id)}>
        {popup.button}
      </Button>
    </div>
  )
}

function ModalPopup({ popup }: { popup: QueuedPopup }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog !== null && !dialog.open) dialog.showModal()
  }, [])
  return (
    <dialog
      ref={ref}
      data-popup
      role="alertdialog"
      aria-labelledby={popup.title ? `popup-title-${popup.id}` : `popup-text-${popup.id}`}
      aria-describedby={`popup-text-${popup.id}`}
      className="dialog pointer-events-auto w-[400px] max-w-[calc(100vw-2rem)] rounded-lg bg-card p-6 text-center text-ink shadow-lift"
      onClose={() => closePopup(popup.id)}
    >
      <div className="flex justify-center">
        <PopupIcon kind={popup.kind} />
      </div>
      {popup.title && (
        <h2 id={`popup-title-${popup.id}`} className="mt-3 font-display text-xl font-semibold">
          {popup.title}
        </h2>
      )}
      <p id={`popup-text-${popup.id}`} className="mt-3 wrap-anywhere">
        {popup.text}
      </p>
      <div className="mt-5 flex flex-col items-center gap-3">
        <Button className="min-w-32" autoFocus onClick={() => ref.current?.close()}>
          {popup.button}
        </Button>
        {popup.action && (
          <Button
            look="quiet"
            onClick={() => {
              ref.current?.close()
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

function PopupIcon({ kind }: { kind: QueuedPopup['kind'] }) {
  const Icon = { success: Check, info: Info, error: CircleAlert }[kind]
  const color = { success: 'text-moss', info: 'text-clay', error: 'text-brick' }[kind]
  return (
    <span
      aria-hidden
      className={`grid size-11 shrink-0 place-items-center rounded-full border border-current ${color}`}
    >
      <Icon size={20} strokeWidth={1.75} />
    </span>
  )
}
