import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from '../router/router.tsx'
import { formatProductFilter, type ProductFilter, parseProductFilter } from './product-filter.ts'

/** The filter as the address says it, and a way to change it there (R8). Changes replace, so that Back leaves the list. */
export function useProductFilter(): [ProductFilter, (change: Partial<ProductFilter>) => void] {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => parseProductFilter(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<ProductFilter>) => {
      // The address at this instant, not the one of the last drawing: two changes may follow each other closely.
      const current = parseProductFilter(new URLSearchParams(window.location.search))
      const next = formatProductFilter({ ...current, ...part })
      const search = next.size === 0 ? '' : `?${next}`
      navigate({ pathname: '/shop', search }, { replace: true, state, preventScrollReset: true })
    },
    [navigate, state],
  )
  return [filter, change]
}
