import type { Shop } from '@shop/contract/shop'
import { createContext, type ReactNode, useContext } from 'react'

const ShopSettingsContext = createContext<Shop | null>(null)

/** Provides the shop's settings and presentation, which came with the page. */
export function ShopSettingsProvider({ shop, children }: { shop: Shop; children: ReactNode }) {
  return <ShopSettingsContext value={shop}>{children}</ShopSettingsContext>
}

export function useShop(): Shop {
  const shop = useContext(ShopSettingsContext)
  if (shop === null) throw new Error('useShop needs a ShopSettingsProvider above it')
  return shop
}
