import { useEffect, useRef } from 'react'
import { SendCartLink } from '../../links/inquiry-link.tsx'

type NoticeBoxProps = {
  lines: readonly string[]
  offersInquiry: boolean
  /** The field that the notice is about; without one the notice itself gets the focus. */
  fieldId: string | null
}

/** Why no order was placed, and what the next press orders. */
export function NoticeBox({ lines, offersInquiry, fieldId }: NoticeBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = fieldId === null ? null : document.getElementById(fieldId)
    ;(field ?? box.current)?.focus()
  }, [fieldId])
  return (
    <div ref={box} role="alert" tabIndex={-1} className="mb-5 border-l-2 border-brick pl-4">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {offersInquiry && (
        <p>
          <SendCartLink />
        </p>
      )}
    </div>
  )
}
