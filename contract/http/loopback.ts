import { canParseUrl } from './older-browsers.ts'

export function isLoopbackUrl(url: string): boolean {
  if (!canParseUrl(url)) return false
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
