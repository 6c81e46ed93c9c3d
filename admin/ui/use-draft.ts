import { useState } from 'react'

const PREFIX = 'admin-draft:'

/** A text that outlives the page until it is sent: whatever is half written is still there the next day. */
export function useDraft(name: string): { text: string; setText: (text: string) => void; forget: () => void } {
  const key = PREFIX + name
  const [text, setState] = useState(() => read(key))
  const setText = (next: string) => {
    setState(next)
    write(key, next)
  }
  return { text, setText, forget: () => setText('') }
}

/** Forgets a text that was sent, also when its page is no longer open. */
export function forgetDraft(name: string): void {
  write(PREFIX + name, '')
}

function read(key: string): string {
  try {
    return window.localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, text)
  } catch {
    // The store is full or forbidden; the text stays as long as this page is open.
  }
}
