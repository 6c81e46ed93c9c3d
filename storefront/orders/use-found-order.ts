import type { Order } from '@shop/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownerOf } from '../accounts/personal-data.ts'
import { useVisitor } from '../accounts/session-store.ts'
import { useApi } from '../data/api.tsx'
import { NavigationType, useLocation, useNavigationType } from '../router/router.tsx'
import { type Lookup, orderQuery, type Search } from './orders.queries.ts'

/**
 * The last search of this tab, in memory alone, so that Back from a product shows the order again. It belongs to one
 * entry of the history and to one visitor.
 */
let lastSearch: { entry: string; owner: string; search: Search } | null = null
let searchCount = 0

export type FoundOrder = {
  search: Search | null
  order: Order | null
  searching: boolean
  /** What the last call ended in, if it failed. An order that is on the screen stays there. */
  error: Error | null
  /** The order on the screen is being asked for again. */
  refreshing: boolean
  /** True when the order was asked for on this visit of the page, false when Back brought it. */
  asked: boolean
  find: (lookup: Lookup) => void
  /** Asks for the order again; resolves once the answer is there, and never throws. */
  refresh: () => Promise<void>
}

/** Looks up an order (section 2). Every search asks the backend anew, for the same order too. */
export function useFoundOrder(): FoundOrder {
  const visitor = useVisitor()
  const { key: entry } = useLocation()
  const returned = useNavigationType() === NavigationType.Pop
  const owner = ownerOf(visitor)
  const [asked, setAsked] = useState(false)
  const [search, setSearch] = useState(() =>
    returned && lastSearch?.entry === entry && lastSearch.owner === owner ? lastSearch.search : null,
  )
  const { data, error, isLoading, isFetching, refetch } = useQuery(orderQuery(useApi(), visitor, search))

  function find(lookup: Lookup): void {
    searchCount += 1
    const next = { lookup, number: searchCount }
    lastSearch = { entry, owner, search: next }
    setAsked(true)
    setSearch(next)
  }

  async function refresh(): Promise<void> {
    await refetch()
  }

  return { search, order: data ?? null, searching: isLoading, error, refreshing: isFetching, asked, find, refresh }
}
