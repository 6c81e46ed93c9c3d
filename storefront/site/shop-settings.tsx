import type { KnownShop } from '@shop/contract/pages/shop'
import { createContext, type ReactNode, useContext } from 'react'

const ShopSettingsContext = createContext<KnownShop | null>(null)

/** Provides the shop's settings, presentation and texts, which came with the page. */
export function ShopSettingsProvider({ shop, children }: { shop: KnownShop; children: ReactNode }) {
  return <ShopSettingsContext value={shop}>{children}</ShopSettingsContext>
}

export function useShop(): KnownShop {
  const shop = useContext(ShopSettingsContext)
  if (shop === null) throw new Error('useShop needs a ShopSettingsProvider above it')
  return shop
}
