import { publicUrlOf, type Settings } from './settings.ts'

type Base = Pick<Settings, 'publicUrl' | 'port'>

let current: Base = { publicUrl: null, port: 0 }

/** Where emails' links and pictures lead, without a trailing slash. */
export function linkBase(shop: { url: string }): string {
  return publicUrlOf(current, shop)
}

/** Called when settings are read. A process serves one shop. */
export function setLinkBase(settings: Base): void {
  current = settings
}
