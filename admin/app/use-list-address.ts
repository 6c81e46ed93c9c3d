import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useHref, useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router'

/** Milliseconds without a keystroke after which a search begins. */
export const SEARCH_DELAY_MS = 250

/** Filters by name; `null` and an empty text remove one. */
type Filters = Readonly<Record<string, string | null>>

/** The state of a page, such as the filters of a list, which is in the address, so Back, a reload and a link keep it. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  // What the address will be: two changes may follow each other before it is.
  const wanted = useRef(params)
  useEffect(() => {
    wanted.current = params
  }, [params])
  const set = (filters: Filters | ((wanted: URLSearchParams) => Filters)) => {
    const next = new URLSearchParams(wanted.current)
    for (const [name, value] of Object.entries(typeof filters === 'function' ? filters(next) : filters)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    wanted.current = next
    setParams(next, { replace: true })
  }
  const setLater = useDebouncedCallback(set, SEARCH_DELAY_MS)
  // With the admin's own base, as the address of a navigation has it.
  const pathname = useHref(useLocation().pathname)
  const { location: next } = useNavigation()
  const isLeaving = next !== undefined && next.pathname !== pathname
  // A search would end the way to another page whose code is still loading.
  useEffect(() => {
    if (isLeaving) setLater.cancel()
  }, [isLeaving, setLater])
  return {
    params,
    /** A filter that depends on others is given as a function of what the address will be. */
    set,
    /** For text fields: sets the filters once no other key was pressed for a moment. */
    setLater,
    /** For text fields with a default value: another one when the address changes by itself. */
    fieldKey: useForeignVisit(),
  }
}

/** The key of the last visit that no filter made: those replace the visit before. */
function useForeignVisit(): string {
  const { key } = useLocation()
  const type = useNavigationType()
  const [visit, setVisit] = useState(key)
  if (type !== 'REPLACE' && key !== visit) setVisit(key)
  return visit
}
