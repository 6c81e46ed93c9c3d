import { Search } from 'lucide'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { forwardedState } from '../../links/shop-link.tsx'
import type { To } from '../../router/route-path.ts'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { useOnChange } from '../../ui/effects.ts'
import { Icon } from '../../ui/icon.tsx'
import { parseProductFilter } from './product-filter.ts'
import { useSuggestions } from './use-suggestions.tsx'

type SearchBoxProps = { autoFocus?: boolean; className?: string; onSent?: () => void; onEscape?: () => void }

/**
 * Product search (R7). A plain form to `/shop?q=…`, so it works before hydration. It shows the current search. Once it is
 * used it is a combobox, whose suggestions are code of their own.
 */
export function SearchBox({ autoFocus = false, className = '', onSent, onEscape }: SearchBoxProps) {
  const navigate = useNavigate()
  const { state, pathname, search } = useLocation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const wanted = pathname === '/shop' ? parseProductFilter(new URLSearchParams(search)).q : ''

  const suggestions = useSuggestions(input)

  useOnChange(wanted, () => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = wanted
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    const address: To = words === '' ? '/shop' : `/shop?${new URLSearchParams({ q: words })}`
    navigate(address, { state: forwardedState(state) })
    handleSent()
  }

  function handleSent(): void {
    suggestions.close()
    onSent?.()
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (suggestions.handleKey(event)) event.preventDefault()
    else if (event.key === 'Escape') onEscape?.()
  }

  return (
    <search className={`relative ${className}`}>
      <form action="/shop" onSubmit={handleSubmit} onBlur={suggestions.close} className="relative">
        <label htmlFor={id} className="sr-only">
          Search products
        </label>
        <input
          ref={input}
          id={id}
          defaultValue={wanted}
          {...suggestions.combobox}
          onKeyDown={handleKey}
          // Ready before the list is asked for; where it fails, the list loads it again.
          onFocus={suggestions.load}
          name="q"
          // A field of the type `search` may not be a combobox.
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          placeholder="Search products"
          // biome-ignore lint/a11y/noAutofocus: the visitor just opened the search
          autoFocus={autoFocus}
          className="control min-h-11 py-0 pr-11 text-ellipsis"
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-md text-ink-soft hover:text-clay"
        >
          <Icon icon={Search} size={18} />
        </button>
      </form>
      {suggestions.render(handleSent)}
    </search>
  )
}
