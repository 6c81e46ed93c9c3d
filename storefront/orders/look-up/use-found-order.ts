import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownerOf } from '../../accounts/personal-data.ts'
import { useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { useIsReturn, useLocation } from '../../router/router.tsx'
import { type Lookup, orderQuery, type Search } from '../orders.queries.ts'

/**
 * The tab's last search, in memory only, so Back from a product shows the order again. It belongs to one history
 * entry and one visitor.
 */
let lastSearch: { entry: string; owner: string; search: Search } | null = null
let searchCount = 0

export type FoundOrder = ReturnType<typeof useFoundOrder>

/** Looks up an order (section 2). Every search is a new request, even for the same order, and calls `onSearch`. */
export function useFoundOrder(onSearch: () => void) {
  const visitor = useVisitor()
  const { key: entry } = useLocation()
  const returned = useIsReturn()
  const owner = ownerOf(visitor)
  /** True when the order was requested on this page view, false when Back restored it. */
  const [isNew, setIsNew] = useState(false)
  const [search, setSearch] = useState(() =>
    returned && lastSearch?.entry === entry && lastSearch.owner === owner ? lastSearch.search : null,
  )
  const { data, error, isLoading, isFetching, refetch } = useQuery(orderQuery(useApi(), visitor, search))

  function find(lookup: Lookup): void {
    onSearch()
    searchCount += 1
    const next = { lookup, number: searchCount }
    lastSearch = { entry, owner, search: next }
    setIsNew(true)
    setSearch(next)
  }

  /** Never rejects. */
  async function refresh(): Promise<void> {
    await refetch()
  }

  return { search, order: data ?? null, searching: isLoading, error, refreshing: isFetching, isNew, find, refresh }
}
