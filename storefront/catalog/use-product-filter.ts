import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from '../router/router.tsx'
import { formatProductFilter, type ProductFilter, parseProductFilter } from './product-filter.ts'

/**
 * The filter in the URL, and a function that changes it (R8). Changes replace the history entry, so that Back leaves
 * the list.
 */
export function useProductFilter(): [ProductFilter, (change: Partial<ProductFilter>) => void] {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => parseProductFilter(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<ProductFilter>) => {
      // From the current URL rather than the last render: two changes may follow each other closely.
      const current = parseProductFilter(new URLSearchParams(window.location.search))
      const next = formatProductFilter({ ...current, ...part })
      const search = next.size === 0 ? '' : `?${next}`
      navigate({ pathname: '/shop', search }, { replace: true, state, preventScrollReset: true })
    },
    [navigate, state],
  )
  return [filter, change]
}
