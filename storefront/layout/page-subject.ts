import { useEffect } from 'react'

let current = ''

/** Names what the page is about, as a message to the shop would: a product, an order. Forgotten when the page goes. */
export function usePageSubject(subject: string): void {
  useEffect(() => {
    current = subject
    return () => {
      current = ''
    }
  }, [subject])
}

/** What the page on the screen is about; empty when it is about nothing in particular. */
export function currentPageSubject(): string {
  return current
}
