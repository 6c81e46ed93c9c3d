import { Check, Copy } from 'lucide'
import { useState } from 'react'
import { useHydrated } from './hydrated.tsx'
import { Icon } from './icon.tsx'

/** Copies a text and confirms it for a moment. Absent where pages may not copy. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const able = useHydrated() && navigator.clipboard !== undefined

  async function handleCopy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2500)
    } catch {
      // Not permitted; the text itself is beside the button.
    }
  }

  return (
    <>
      {able && (
        <button
          type="button"
          aria-label={label}
          onClick={() => void handleCopy()}
          className="-my-2.5 inline-grid size-11 place-items-center rounded-md text-ink-soft hover:text-clay print:hidden"
        >
          <Icon icon={copied ? Check : Copy} size={18} />
        </button>
      )}
      <span role="status" className="text-sm font-normal text-moss print:hidden">
        {copied && 'Copied'}
      </span>
    </>
  )
}
