import { createContext, type ReactNode, useContext } from 'react'

const OriginContext = createContext('')

/** Tells pages the shop's own address, without a trailing slash, for canonical links; empty when it is not known. */
export function ShopOriginProvider({ origin, children }: { origin: string; children: ReactNode }) {
  return <OriginContext value={origin}>{children}</OriginContext>
}

export function useShopOrigin(): string {
  return useContext(OriginContext)
}
