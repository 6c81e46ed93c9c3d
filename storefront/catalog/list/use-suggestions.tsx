import { type ChangeEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { lazyComponent } from '../../router/lazy-component.ts'
import type { SearchSuggestionsProps } from './search-suggestions.tsx'
import { loadSearch } from './use-search.ts'

const SearchSuggestions = lazyComponent<SearchSuggestionsProps>(
  'the suggestions of the search',
  async () => (await import('./search-suggestions.tsx')).SearchSuggestions,
)

/** The combobox of a search field, by the pattern of WAI-ARIA. The suggestions are loaded when the field is first used. */
export function useSuggestions(input: RefObject<HTMLInputElement | null>) {
  const [isLoaded, setIsLoaded] = useState(SearchSuggestions.isLoaded)
  const [text, setText] = useState('')
  const [list, setList] = useState<HTMLElement | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const id = useId()

  function type(typed: string): void {
    setText(typed)
    setActive(null)
  }

  function load(): void {
    void loadSearch().catch(() => {})
    SearchSuggestions.preload().then(
      () => setIsLoaded(true),
      () => {},
    )
  }

  /** Whether a key was meant for the list. */
  function handleKey({ key, nativeEvent }: KeyboardEvent): boolean {
    if (list === null || nativeEvent.isComposing) return false
    const options = [...list.querySelectorAll('[role=option]')]
    const place = options.findIndex((option) => option.id === active)
    if (key === 'Escape') type('')
    else if (key === 'ArrowDown') reach(options[place + 1] ?? null)
    else if (key === 'ArrowUp') reach(options[(place === -1 ? options.length : place) - 1] ?? null)
    else if (key === 'Enter' && options[place] instanceof HTMLElement) options[place].click()
    else return false
    return true
  }

  function reach(option: Element | null): void {
    option?.scrollIntoView({ block: 'nearest' })
    setActive(option?.id ?? null)
  }

  return {
    load,
    handleKey,
    close: () => type(''),
    combobox: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': list !== null,
      'aria-controls': list ? id : undefined,
      'aria-activedescendant': active ?? undefined,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        // The browser also restores values, in fields without focus.
        if (document.activeElement !== input.current) return
        if (!isLoaded) load()
        type(target.value)
      },
    } as const,
    render: (onChosen: () => void) =>
      isLoaded &&
      text !== '' && <SearchSuggestions id={id} text={text} active={active} listRef={setList} onChosen={onChosen} />,
  }
}
