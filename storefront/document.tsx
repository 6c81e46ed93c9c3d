import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import type { ShopSettings } from '@shop/contract/shop'
import type { DehydratedState } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'

/** The files a page loads, as the build names them. */
export type Assets = { styles: string[] }

/** What travels with a page: read by the browser's entry, made by the server's. */
export type PageData = {
  apiUrl: string
  /** The shop's own address, for canonical links; empty when it is not known. */
  origin: string
  /** The settings that the page was made with. */
  shop: ShopSettings
  assets: Assets
  queries: DehydratedState
}

export const PAGE_DATA_ID = 'page-data'

/** The whole HTML document, the same on both sides. */
export function ShopDocument({ assets, children }: { assets: Assets; children: ReactNode }) {
  return (
    <StrictMode>
      <html lang="en">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="theme-color" content="#f7f3ec" />
          <link rel="icon" href="/favicon.ico" sizes="48x48" />
          <link rel="icon" href="/favicon.svg" sizes="any" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/manifest.webmanifest" />
          {assets.styles.map((href) => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
          {/* Every first screen shows both faces: text, and the name and heading. */}
          {[figtree, fraunces].map((href) => (
            <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        </head>
        <body>{children}</body>
      </html>
    </StrictMode>
  )
}
