import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionQuery } from './session.ts'

/** The text typed under a name when it is sent. With `isRestored`, an undo puts the text back into its field. */
export type SentDraft = { name: string; text: string; isRestored?: true }

/** A text that is typed, and what is done with it. */
export type Draft = ReturnType<typeof useDraft>

/** Of the names in the browser's storage; the id of the user follows. */
export const DRAFT_PREFIX = 'admin-draft:'

const listeners = new Set<(name: string, edit: (text: string) => string) => void>()

/**
 * A text that outlives the page until it is sent: whatever is half written is still there the next day, for who wrote it
 * and no one else who uses this device.
 */
export function useDraft(subject: string) {
  const admin = useQueryClient().getQueryData(sessionQuery.queryKey)
  return useNamedDraft(`${admin?.id ?? ''}:${subject}`)
}

/** Keeps the draft of a page that is open without a session. */
export function useNamedDraft(name: string) {
  const [text, setState] = useState(() => read(name))
  useEffect(() => {
    const follow = (edited: string, edit: (text: string) => string) => {
      if (edited === name) setState(edit)
    }
    // Another tab has typed or sent it.
    const followTab = ({ key, newValue }: StorageEvent) => {
      if (key === DRAFT_PREFIX + name) setState(newValue ?? '')
    }
    listeners.add(follow)
    window.addEventListener('storage', followTab)
    return () => {
      listeners.delete(follow)
      window.removeEventListener('storage', followTab)
    }
  }, [name])
  const setText = (next: string) => {
    setState(next)
    write(name, next)
  }
  return {
    text,
    setText,
    clear: () => setText(''),
    /** For the change that it was typed for. */
    draft: { name, text } satisfies SentDraft,
  }
}

/** Removes what was sent from its draft, also when its page is no longer open. What was typed since stays. */
export function removeSentDraft(sent: SentDraft): void {
  editDraft(sent.name, (present) => withoutSent(present, sent.text))
}

/** Puts what was sent back into its draft, before what was typed since. */
export function restoreSentDraft({ name, text }: SentDraft): void {
  editDraft(name, (present) => (present === '' ? text : `${text}\n\n${present}`))
}

function editDraft(name: string, edit: (text: string) => string): void {
  write(name, edit(read(name)))
  for (const listener of listeners) listener(name, edit)
}

function withoutSent(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
}

function read(name: string): string {
  try {
    return window.localStorage.getItem(DRAFT_PREFIX + name) ?? ''
  } catch {
    return ''
  }
}

function write(name: string, text: string): void {
  try {
    if (text === '') window.localStorage.removeItem(DRAFT_PREFIX + name)
    else window.localStorage.setItem(DRAFT_PREFIX + name, text)
  } catch {
    // The store is full or forbidden; the text stays as long as this page is open.
  }
}
