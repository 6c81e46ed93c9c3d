import { createContext, type ReactNode, useContext } from 'react'

const OriginContext = createContext('')

/** Provides the shop's origin, without a trailing slash, for canonical links; empty when unknown. */
export function ShopOriginProvider({ origin, children }: { origin: string; children: ReactNode }) {
  return <OriginContext value={origin}>{children}</OriginContext>
}

export function useShopOrigin(): string {
  return useContext(OriginContext)
}
