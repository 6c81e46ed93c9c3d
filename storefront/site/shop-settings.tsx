import type { ShopSettings } from '@shop/contract/shop'
import { createContext, type ReactNode, useContext } from 'react'

const ShopSettingsContext = createContext<ShopSettings | null>(null)

/** Provides the shop's settings, which came with the page. */
export function ShopSettingsProvider({ shop, children }: { shop: ShopSettings; children: ReactNode }) {
  return <ShopSettingsContext value={shop}>{children}</ShopSettingsContext>
}

export function useShop(): ShopSettings {
  const shop = useContext(ShopSettingsContext)
  if (shop === null) throw new Error('useShop needs a ShopSettingsProvider above it')
  return shop
}
