import { formatMoney } from '@shop/contract/money'
import { useEffect, useRef } from 'react'
import { SendCartLink } from '../links/inquiry-link.tsx'
import type { Notice } from './notice.ts'

type NoticeBoxProps = {
  notice: Pick<Notice, 'messages' | 'before' | 'next' | 'offersInquiry'>
  /** The total of the next press. */
  total: number
  /** The field that the notice is about; without one the notice itself gets the focus. */
  fieldId: string | null
}

/** Why no order was placed, and what the next press orders. */
export function NoticeBox({ notice: { messages, before, next, offersInquiry }, total, fieldId }: NoticeBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = fieldId === null ? null : document.getElementById(fieldId)
    ;(field ?? box.current)?.focus()
  }, [fieldId])
  return (
    <div ref={box} role="alert" tabIndex={-1} className="mb-5 border-l-2 border-brick pl-4">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {before !== null && before.total !== total && (
        <p>
          The total was {formatMoney(before.total)} and is {formatMoney(total)} now.
        </p>
      )}
      {next !== null && <p>{next}</p>}
      {offersInquiry && (
        <p>
          <SendCartLink />
        </p>
      )}
    </div>
  )
}
