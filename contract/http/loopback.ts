import { canParseUrl } from './older-browsers.ts'

/** Whether a URL leads to the machine that it is opened on, and works nowhere else. */
export function isLoopbackUrl(url: string): boolean {
  if (!canParseUrl(url)) return false
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
