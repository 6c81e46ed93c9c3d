import type { Shop } from '@shop/contract/pages/shop'
import type { DehydratedState } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import figtree from './fonts/figtree.woff2?url'
import fraunces from './fonts/fraunces.woff2?url'

export type Assets = { styles: string[] }

/** The page's data: written by the server, read by the browser's entry. */
export type PageData = {
  apiUrl: string
  /** The shop's origin for canonical links; empty when unknown. */
  origin: string
  shop: Shop
  assets: Assets
  queries: DehydratedState
}

/** The HTML document, identical on server and browser. */
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
          {/* Both typefaces are used on every first screen: for text, and for the name and headings. */}
          {[figtree, fraunces].map((href) => (
            <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        </head>
        <body>{children}</body>
      </html>
    </StrictMode>
  )
}
